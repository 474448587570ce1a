# SPDX-License-Identifier: Apache-2.0
# What Godot's physics knows: walls, bulkheads and robots.
extends Spatial

const BULKHEAD_SECONDS = 5  # How long each is shut, one after the other.

var robots = []
var bulkheads = []  # Their shapes; disabled ones are open.
var bulkhead_moves = 0


class Robot:
	extends RigidBody

	var goal
	var height = 0.0  # Of a rover; 0 for a drone.

	# What NavNet takes for its place: a drone's middle, and the point of the ground that a rover stands on.
	func foot():
		return translation - Vector3(0, height / 2, 0)

	func push(change_of_velocity):
		if height > 0:
			change_of_velocity.y = 0
		apply_central_impulse(mass * change_of_velocity)


# The very triangles that NavNet bakes.
func add_walls(triangles):
	var shape = ConcavePolygonShape.new()
	shape.set_faces(triangles)
	add_shape(StaticBody.new(), shape, Vector3())


func add_shape(body, shape, place):
	var collision = CollisionShape.new()
	collision.shape = shape
	body.translation = place
	body.add_child(collision)
	add_child(body)
	return collision


func add_robot(place, goal, radius, height):
	var robot = Robot.new()
	robot.goal = goal
	robot.height = height
	robot.can_sleep = false
	robot.contact_monitor = true
	robot.contacts_reported = 8
	robots.append(robot)
	if height == 0:
		var ball = SphereShape.new()
		ball.radius = radius
		add_shape(robot, ball, place)
		return
	# Upright, whatever it runs into, and sliding on the ground instead of rolling.
	robot.axis_lock_angular_x = true
	robot.axis_lock_angular_y = true
	robot.axis_lock_angular_z = true
	robot.physics_material_override = PhysicsMaterial.new()
	robot.physics_material_override.friction = 0
	var capsule = CapsuleShape.new()
	capsule.radius = radius
	capsule.height = height - 2 * radius
	add_shape(robot, capsule, place + Vector3(0, height / 2, 0)).rotation_degrees.x = 90


# Places are in the middle of rooms, in rows of five; NavNet looks for ground at most a rover's height below.
func near_lowest_ground(places):
	var lowest = []
	for place in places:
		if place.y == places[0].y:
			lowest.append(place - Vector3(0, 1, 0))
	return lowest


# Across the corridor of the lowest deck that runs through the second place of every row.
func add_bulkheads(places):
	var i = 1
	while places[i].y == places[i + 5].y:
		var shape = BoxShape.new()
		shape.extents = Vector3(1.3, 1.7, 0.1)
		var bulkhead = add_shape(StaticBody.new(), shape, (places[i] + places[i + 5]) / 2)
		bulkhead.disabled = true
		bulkheads.append(bulkhead)
		i += 5


# Opens and shuts them in turn, but none near a robot; returns the numbers of those that changed.
func moved_bulkheads(points, seconds):
	var moved = []
	for i in bulkheads.size():
		var is_open = int(seconds / BULKHEAD_SECONDS) % bulkheads.size() != i
		if is_open == bulkheads[i].disabled or (not is_open and is_somebody_near(bulkheads[i], points)):
			continue
		bulkheads[i].disabled = is_open
		moved.append(i)
	bulkhead_moves += moved.size()
	return moved


func is_somebody_near(bulkhead, points):
	for i in robots.size():
		for point in [points[i], robots[i].translation]:
			if bulkhead.global_transform.origin.distance_to(point) < 3:
				return true
	return false
