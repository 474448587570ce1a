# SPDX-License-Identifier: Apache-2.0
# The objects of Godot's physics: walls, bulkheads and robots.
extends Spatial

const BULKHEAD_SECONDS = 5  # How long each bulkhead is shut; they take turns.

var robots = []
var bulkheads = []  # Collision shapes; disabled: open.
var bulkhead_moves = 0


class Robot:
	extends RigidBody

	var goal
	var height = 0.0  # Of a rover; 0 for a drone.

	# The position for NavNet: a drone's centre, or the point of the ground below a rover.
	func foot():
		return translation - Vector3(0, height / 2, 0)

	func push(change_of_velocity):
		if height > 0:
			change_of_velocity.y = 0
		apply_central_impulse(mass * change_of_velocity)


# Adds the triangles that NavNet bakes.
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
	# A rover stays upright and slides on the ground without friction.
	robot.axis_lock_angular_x = true
	robot.axis_lock_angular_y = true
	robot.axis_lock_angular_z = true
	robot.physics_material_override = PhysicsMaterial.new()
	robot.physics_material_override.friction = 0
	var capsule = CapsuleShape.new()
	capsule.radius = radius
	capsule.height = height - 2 * radius
	add_shape(robot, capsule, place + Vector3(0, height / 2, 0)).rotation_degrees.x = 90


# The places on the lowest deck, moved down: NavNet searches for ground at most a rover's height below.
func near_lowest_ground(places):
	var lowest = []
	for place in places:
		if place.y == places[0].y:
			lowest.append(place - Vector3(0, 1, 0))
	return lowest


# Adds bulkheads across the corridor of the lowest deck, between consecutive rooms (places come in rows of five).
func add_bulkheads(places):
	var i = 1
	while places[i].y == places[i + 5].y:
		var shape = BoxShape.new()
		shape.extents = Vector3(1.3, 1.7, 0.1)
		var bulkhead = add_shape(StaticBody.new(), shape, (places[i] + places[i + 5]) / 2)
		bulkhead.disabled = true
		bulkheads.append(bulkhead)
		i += 5


# Opens and shuts bulkheads in turn, but shuts none near a robot; returns the indices of those that changed.
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
