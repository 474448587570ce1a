# SPDX-License-Identifier: Apache-2.0
# Calls NavNet's plug-in with wrong arguments. Prints "WRONG" for each unexpected result, and "done" if Godot has not
# crashed.
extends SceneTree

const NavNetFleet = preload("res://navnet.gdns")


func _init():
	var fleet = NavNetFleet.new()
	var box = PoolVector3Array()
	for corner in [[0, 0, 0], [8, 0, 0], [0, 0, 8]]:
		box.append(Vector3(corner[0], corner[1], corner[2]))
	# Before the bake.
	expect(null, fleet.steer(PoolVector3Array(), 0.1))
	expect(false, fleet.add(false, Vector3(), Vector3(), 1.0))
	expect(-1, fleet.add_door(Vector3(), Vector3(1, 1, 1)))
	expect(false, fleet.set_door(0, true))
	expect(null, fleet.place(0))
	expect(null, fleet.clearance(box))
	expect(0, fleet.arrived())
	# Too few and too many arguments.
	expect(null, fleet.bake())
	expect(null, fleet.arrived(1, 2, 3))
	# Invalid worlds and numbers.
	expect(null, fleet.station(1, -5.0))
	expect(false, fleet.bake(PoolVector3Array(), 0.3, 0.1, 0.0))
	expect(false, fleet.bake("a word", 0.3, 0.1, 0.0))
	expect(false, fleet.bake(box, -1.0, 0.1, 0.0))
	expect(false, fleet.bake(box, 0.3, 0.0, 0.0))
	expect(false, fleet.bake(box, 0.3, NAN, 0.0))
	# After the bake.
	expect(true, fleet.bake(box, 0.3, 0.1, 1.0))
	expect(false, fleet.add(false, Vector3(1e9, 0, 0), Vector3(2, 1, 2), 1.0))
	expect(false, fleet.add(true, Vector3(NAN, 0, 0), Vector3(2, 1, 2), 1.0))
	expect(false, fleet.add(false, Vector3(2, 0.5, 2), Vector3(2, 0.5, 3), -1.0))
	expect(false, fleet.add(null, null, null, null))
	expect(true, fleet.add(false, Vector3(2, 0.5, 2), Vector3(2, 0.5, 3), 1.0))
	expect(null, fleet.steer(box, 0.1))
	expect(null, fleet.steer(PoolVector3Array([Vector3(2, 0.5, 2)]), -0.1))
	expect(null, fleet.steer(PoolVector3Array([Vector3(NAN, 0, 0)]), 0.1))
	expect(null, fleet.place(1))
	expect(null, fleet.place(-1))
	expect(-1, fleet.add_door(Vector3(2, 0.5, 2), Vector3()))
	expect(false, fleet.set_door(-1, true))
	print("done")
	quit()


func expect(expected, result):
	if typeof(result) != typeof(expected) or result != expected:
		print("WRONG: ", result, " instead of ", expected)
