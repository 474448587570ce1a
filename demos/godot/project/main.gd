# SPDX-License-Identifier: Apache-2.0
# Robots in a space station: flying drones, or rovers on its lowest deck. Godot's physics moves them as rigid bodies with
# gravity, drag, gusts and limited thrust; NavNet computes the velocity that each should have. Meanwhile bulkheads open
# and shut. Contacts reported by Godot are counted in every step; only those with the ground are allowed.
#
#   godot3-server --path build/release/demos/godot/project --fixed-fps 60 [--rovers] [--robots=N] [--straight]
#
# With --straight the robots move straight to their goals without NavNet and collide. Prints one line of JSON. Exit
# status: 0 if all robots arrived without contacts, else 1.
extends Spatial

const NavNetFleet = preload("res://navnet.gdns")
const Stage = preload("res://stage.gd")
const Record = preload("res://record.gd")

const RADIUS = 0.2  # Of a robot, in metres.
const MARGIN = 0.15  # Added to the radius for the bake: curves and gusts move robots off their paths.
const VOXEL = 0.1
const HEIGHT = 1.5  # Of a rover.
const SPEED = 2.0  # Metres per second.
const GAIN = 5.0  # Velocity controller, per second; 1 / GAIN seconds is its lag.
const THRUST = 25.0  # Maximum acceleration of a robot's motors, in metres per second squared.
const GUST = 1.0  # Amplitude of gusts, in metres per second squared.
const WEIGHT = Vector3(0, -9.8, 0)

var fleet
var is_prepared = false
var stage = Stage.new()
var record = Record.new()
var are_rovers = "--rovers" in OS.get_cmdline_args()
var is_straight = "--straight" in OS.get_cmdline_args()


func _ready():
	add_child(stage)
	is_prepared = prepare()


func prepare():
	fleet = NavNetFleet.new()
	var triangles = fleet.station(1, 40.0)
	stage.add_walls(triangles)
	if not fleet.bake(triangles, RADIUS + MARGIN, VOXEL, HEIGHT if are_rovers else 0.0):
		return false
	var places = fleet.station_places(1, 40.0)
	stage.add_bulkheads(places)
	for bulkhead in stage.bulkheads:
		if fleet.add_door(bulkhead.global_transform.origin, bulkhead.shape.extents) < 0:
			return false
	if are_rovers:
		places = stage.near_lowest_ground(places)
	for i in number_of("--robots=", 16 if are_rovers else 24):
		var goal = places[-1 - i]
		if not fleet.add(are_rovers, places[i], goal, SPEED):
			return false
		stage.add_robot(fleet.place(i), goal, RADIUS, HEIGHT if are_rovers else 0.0)
	return true


# Connects NavNet and Godot: passes the points where the robots would come to rest, and pushes each robot towards the
# velocity that NavNet returns.
func _physics_process(step_s):
	if not is_prepared:
		return stop(1)
	record.lap("engine")
	var points = PoolVector3Array()
	for robot in stage.robots:
		points.append(robot.foot() + robot.linear_velocity * (1 / GAIN - step_s))
	var moved = stage.moved_bulkheads(points, record.seconds)
	record.lap("script")
	for i in moved:
		fleet.set_door(i, stage.bulkheads[i].disabled)
	record.lap("doors")
	var wanted = straight_on() if is_straight else fleet.steer(points, step_s)
	record.lap("steer")
	for i in wanted.size():
		var robot = stage.robots[i]
		var push = limited((wanted[i] - robot.linear_velocity) * GAIN - WEIGHT, THRUST) + gust(i)
		robot.push(push * step_s)
	record.lap("script")
	record.watch(stage.robots, points, fleet, step_s)
	if fleet.arrived() == stage.robots.size() or record.seconds > (10 if is_straight else 180):
		stop(0 if record.report(stage, fleet) else 1)


func straight_on():
	var wanted = []
	for robot in stage.robots:
		wanted.append(limited(robot.goal - robot.foot(), SPEED))
	return wanted


func limited(vector, length):
	return vector if vector.length() <= length else vector.normalized() * length


# An acceleration whose direction changes with time and differs between robots.
func gust(i):
	var t = record.seconds
	return GUST * Vector3(sin(1.3 * t + i), sin(1.7 * t + 2 * i), sin(1.1 * t + 3 * i))


func stop(status):
	set_physics_process(false)
	get_tree().quit(status)


func number_of(option, default):
	for argument in OS.get_cmdline_args():
		if argument.begins_with(option):
			return int(argument.substr(option.length()))
	return default
