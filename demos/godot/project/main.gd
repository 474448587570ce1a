# Robots in a space station: drones that fly, or rovers that drive on its decks. Godot's physics moves them, as rigid
# bodies with gravity, drag, gusts and limited thrust; NavNet tells each which velocity to seek. The contacts that Godot
# itself finds are counted at every step: there should be none with walls, and none between robots.
#
#   godot3-server --path DIRECTORY --fixed-fps 60 [--rovers] [--robots=24] [--straight]
#
# With --straight the robots make straight for their goals without NavNet: then there are contacts. Prints one line of
# JSON. Exit status: 0 when all have arrived and nothing was touched but the ground, else 1.
extends Spatial

const NavNetFleet = preload("res://navnet.gdns")

const RADIUS = 0.25  # Of a robot, in metres.
const MARGIN = 0.1  # By this the world is baked for larger robots: curves and gusts carry them off.
const HEIGHT = 1.5  # Of a rover.
const SPEED = 2.0  # Metres a second.
const GAIN = 5.0  # Wrong velocities are corrected within about 1 / GAIN seconds: the lag.
const THRUST = 25.0  # The most a robot can push, in metres a second squared.
const GUST = 1.0
const WEIGHT = Vector3(0, -9.8, 0)
const SIZE = 40.0  # Of the station, in metres.
const MAX_SECONDS = 180.0

var fleet
var are_rovers = "--rovers" in OS.get_cmdline_args()
var is_straight = "--straight" in OS.get_cmdline_args()
var robots = []
var goals = []
var seconds = 0.0
var steps = 0
var contacts = {"wall": 0, "robot": 0, "ground": 0}
var least_clearance = 10.0
var most_behind = 0.0
var time_usec = {"navnet": 0, "script": 0, "engine": 0}
var last_usec = 0


func _ready():
	fleet = NavNetFleet.new()
	if fleet == null:
		return stop(1)
	var triangles = fleet.station(1, SIZE)
	var places = Array(fleet.station_places(1, SIZE))
	add_walls(triangles)
	if not fleet.bake(triangles, PoolVector3Array(places), RADIUS + MARGIN, 0.1, HEIGHT if are_rovers else 0.0):
		return stop(1)
	if are_rovers:
		places = on_lowest_deck(places)
	for i in min(number_of("--robots=", 24), places.size()):
		if not fleet.add(are_rovers, places[i], places[-1 - i], SPEED):
			return stop(1)
		add_robot(fleet.place(i), places[-1 - i])


# Places are in the middle of rooms; rovers look for the ground at most their height below.
func on_lowest_deck(places):
	var lowest = []
	for place in places:
		if place.y == places[0].y:
			lowest.append(place - Vector3(0, 1, 0))
	return lowest


# The glue: a robot counts as being where it would come to rest, and is pushed towards the velocity that it should have.
func _physics_process(step_s):
	lap("engine")
	var points = PoolVector3Array()
	for robot in robots:
		points.append(foot(robot) + robot.linear_velocity * (1 / GAIN - step_s))
	lap("script")
	var wanted = straight_on() if is_straight else fleet.steer(points, step_s)
	lap("navnet")
	for i in robots.size():
		var push = limited((wanted[i] - robots[i].linear_velocity) * GAIN - WEIGHT, THRUST) + gust(i)
		if are_rovers:
			push.y = 0
		robots[i].apply_central_impulse(robots[i].mass * push * step_s)
	lap("script")
	watch(points, step_s)


# What NavNet takes for a robot's place: a drone's middle, and the point of the ground that a rover stands on.
func foot(robot):
	return robot.translation - Vector3(0, HEIGHT / 2 if are_rovers else 0.0, 0)


func straight_on():
	var wanted = []
	for i in robots.size():
		wanted.append(limited(goals[i] - foot(robots[i]), SPEED))
	return wanted


func limited(vector, length):
	return vector if vector.length() <= length else vector.normalized() * length


# From all sides in turn, and another for each robot.
func gust(i):
	return GUST * Vector3(sin(1.3 * seconds + i), sin(1.7 * seconds + 2 * i), sin(1.1 * seconds + 3 * i))


func watch(points, step_s):
	var middles = PoolVector3Array()
	for i in robots.size():
		middles.append(robots[i].translation)
		most_behind = max(most_behind, points[i].distance_to(foot(robots[i])))
		var state = PhysicsServer.body_get_direct_state(robots[i].get_rid())
		for contact in state.get_contact_count():
			if state.get_contact_collider_object(contact) is RigidBody:
				contacts.robot += 1
			elif are_rovers and state.get_contact_local_normal(contact).y > 0.9:
				contacts.ground += 1
			else:
				contacts.wall += 1
	least_clearance = min(least_clearance, fleet.clearance(middles))
	seconds += step_s
	steps += 1
	if fleet.arrived() == robots.size() or seconds > MAX_SECONDS:
		report()
	last_usec = OS.get_ticks_usec()


func lap(part):
	var now = OS.get_ticks_usec()
	if last_usec > 0:
		time_usec[part] += now - last_usec
	last_usec = now


func report():
	var is_good = fleet.arrived() == robots.size() and contacts.wall == 0 and contacts.robot == 0
	print(to_json({
		"robots": robots.size(),
		"arrived": fleet.arrived(),
		"contacts": contacts,
		"least_clearance_m": least_clearance,
		"most_behind_m": most_behind,
		"planned_anew": fleet.planned_anew(),
		"seconds": seconds,
		"step_ms": {
			"navnet": 0.001 * time_usec.navnet / steps,
			"script": 0.001 * time_usec.script / steps,
			"engine": 0.001 * time_usec.engine / steps,
		},
	}))
	stop(0 if is_good else 1)


func stop(status):
	set_physics_process(false)
	get_tree().quit(status)


func number_of(option, default):
	for argument in OS.get_cmdline_args():
		if argument.begins_with(option):
			return int(argument.substr(option.length()))
	return default


func add_walls(triangles):
	var collision = CollisionShape.new()
	collision.shape = ConcavePolygonShape.new()
	collision.shape.set_faces(triangles)
	var walls = StaticBody.new()
	walls.add_child(collision)
	add_child(walls)


func add_robot(place, goal):
	var collision = CollisionShape.new()
	collision.shape = CapsuleShape.new() if are_rovers else SphereShape.new()
	collision.shape.radius = RADIUS
	var robot = RigidBody.new()
	if are_rovers:
		collision.shape.height = HEIGHT - 2 * RADIUS
		collision.rotation_degrees.x = 90  # Godot's capsules lie.
		robot.axis_lock_angular_x = true
		robot.axis_lock_angular_y = true
		robot.axis_lock_angular_z = true
		robot.physics_material_override = PhysicsMaterial.new()
		robot.physics_material_override.friction = 0
		place.y += HEIGHT / 2
	robot.translation = place
	robot.can_sleep = false
	robot.contact_monitor = true
	robot.contacts_reported = 8
	robot.add_child(collision)
	add_child(robot)
	robots.append(robot)
	goals.append(goal)
