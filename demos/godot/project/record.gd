# SPDX-License-Identifier: Apache-2.0
# Measures a run: contacts reported by Godot's physics, distances, and the time spent in each part.
extends Reference

var seconds = 0.0
var steps = 0
var contacts = {"wall": 0, "robot": 0, "ground": 0}
var least_clearance_m = 10.0
var most_behind_m = 0.0
var usec = {"steer": 0, "doors": 0, "script": 0, "engine": 0}
var last_usec = 0


# Adds the time since the last call to a part.
func lap(part):
	var now = OS.get_ticks_usec()
	if last_usec > 0:
		usec[part] += now - last_usec
	last_usec = now


func watch(robots, points, fleet, step_s):
	var middles = PoolVector3Array()
	for i in robots.size():
		count_contacts(robots[i])
		middles.append(robots[i].translation)
		most_behind_m = max(most_behind_m, points[i].distance_to(robots[i].foot()))
	least_clearance_m = min(least_clearance_m, fleet.clearance(middles))
	seconds += step_s
	steps += 1
	last_usec = OS.get_ticks_usec()


func count_contacts(robot):
	var state = PhysicsServer.body_get_direct_state(robot.get_rid())
	for i in state.get_contact_count():
		if state.get_contact_collider_object(i) is RigidBody:
			contacts.robot += 1
		elif robot.height > 0 and state.get_contact_local_normal(i).y > 0.9:
			contacts.ground += 1
		else:
			contacts.wall += 1


# Prints the results; returns whether all robots arrived without contacts.
func report(stage, fleet):
	var ms = {}
	for part in usec:
		ms[part] = 0.001 * usec[part] / steps
	print(to_json({
		"robots": stage.robots.size(),
		"arrived": fleet.arrived(),
		"contacts": contacts,
		"bulkhead_moves": stage.bulkhead_moves,
		"least_clearance_m": least_clearance_m,
		"most_behind_m": most_behind_m,
		"replanned": fleet.replanned(),
		"seconds": seconds,
		"step_ms": ms,
	}))
	return fleet.arrived() == stage.robots.size() and contacts.wall == 0 and contacts.robot == 0
