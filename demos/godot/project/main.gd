# Drones in a space station. Godot's physics moves them: rigid bodies with gravity, drag, gusts and limited thrust.
# NavNet tells each which velocity to seek. Godot's own contacts are counted at every step: there should be none.
#
#   godot3-server --path DIRECTORY --fixed-fps 60 [--drones=24] [--straight]
#
# With --straight the drones make straight for their goals without NavNet: then there are contacts. Prints one line of
# JSON. Exit status: 0 when all have arrived and nothing was touched, else 1.
extends Spatial

const NavNetFleet = preload("res://navnet.gdns")

const RADIUS = 0.25  # Of a drone, in metres.
const MARGIN = 0.1  # By this the world is baked for larger drones: curves and gusts carry them off.
const SPEED = 2.0  # Metres a second.
const GAIN = 5.0  # Wrong velocities are corrected within about 1 / GAIN seconds: the lag.
const THRUST = 25.0  # The most a drone can push, in metres a second squared.
const GUST = 1.0
const WEIGHT = Vector3(0, -9.8, 0)
const SIZE = 40.0  # Of the station, in metres.
const MAX_SECONDS = 120.0

var fleet = NavNetFleet.new()
var is_straight = "--straight" in OS.get_cmdline_args()
var drones = []
var goals = []
var seconds = 0.0
var steps = 0
var contacts = {"wall": 0, "drone": 0}
var least_clearance = 10.0
var time_usec = {"navnet": 0, "script": 0, "engine": 0}
var last_usec = 0
var lag = 0


func _ready():
	var triangles = fleet.station(1, SIZE)
	var places = fleet.station_places(1, SIZE)
	add_walls(triangles)
	if not fleet.bake(triangles, places, RADIUS + MARGIN, 0.1):
		return stop(1)
	for i in min(number_of("--drones=", 24), places.size()):
		if not fleet.add(places[i], places[-1 - i], SPEED):
			return stop(1)
		add_drone(places[i], places[-1 - i])


# The glue: a drone counts as being where it would come to rest, and is pushed towards the velocity that it should have.
func _physics_process(step_s):
	lap("engine")
	var points = PoolVector3Array()
	for drone in drones:
		points.append(drone.translation + drone.linear_velocity * (1 / GAIN - step_s))
	lap("script")
	var wanted = straight_on() if is_straight else fleet.steer(points, step_s)
	lap("navnet")
	for i in drones.size():
		var push = limited((wanted[i] - drones[i].linear_velocity) * GAIN - WEIGHT, THRUST) + gust(i)
		drones[i].apply_central_impulse(drones[i].mass * push * step_s)
	lap("script")
	watch(step_s)


func straight_on():
	var wanted = []
	for i in drones.size():
		wanted.append(limited(goals[i] - drones[i].translation, SPEED))
	return wanted


func limited(vector, length):
	return vector if vector.length() <= length else vector.normalized() * length


# From all sides in turn, and another for each drone.
func gust(i):
	return GUST * Vector3(sin(1.3 * seconds + i), sin(1.7 * seconds + 2 * i), sin(1.1 * seconds + 3 * i))


func watch(step_s):
	var positions = PoolVector3Array()
	for drone in drones:
		positions.append(drone.translation)
		lag = max(lag, drone.linear_velocity.length() * (1 / GAIN - step_s))
		var state = PhysicsServer.body_get_direct_state(drone.get_rid())
		for contact in state.get_contact_count():
			contacts["drone" if state.get_contact_collider_object(contact) is RigidBody else "wall"] += 1
	least_clearance = min(least_clearance, fleet.clearance(positions))
	seconds += step_s
	steps += 1
	if fleet.arrived() == drones.size() or seconds > MAX_SECONDS:
		report()
	last_usec = OS.get_ticks_usec()


func lap(part):
	var now = OS.get_ticks_usec()
	if last_usec > 0:
		time_usec[part] += now - last_usec
	last_usec = now


func report():
	var is_good = fleet.arrived() == drones.size() and contacts.wall == 0 and contacts.drone == 0
	print(to_json({
		"drones": drones.size(),
		"arrived": fleet.arrived(),
		"wall_contacts": contacts.wall,
		"drone_contacts": contacts.drone,
		"least_clearance_m": least_clearance,
		"planned_anew": fleet.planned_anew(),
		"seconds": seconds, "lag": lag,
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
	var shape = ConcavePolygonShape.new()
	shape.set_faces(triangles)
	add_body(StaticBody.new(), shape, Vector3())


func add_drone(start, goal):
	var shape = SphereShape.new()
	shape.radius = RADIUS
	var drone = RigidBody.new()
	drone.can_sleep = false
	drone.contact_monitor = true
	drone.contacts_reported = 8
	add_body(drone, shape, start)
	drones.append(drone)
	goals.append(goal)


func add_body(body, shape, place):
	var collision = CollisionShape.new()
	collision.shape = shape
	body.add_child(collision)
	body.translation = place
	add_child(body)
