# Godot 4: Shooter against the house, over plain HTTP. Not run in this repository's tests.
# Every view lists its legal actions with a body ready to post; here the first one is taken.
extends Node

@export var server := "http://localhost:8000"
var token := ""
var http := HTTPRequest.new()

func _ready() -> void:
	add_child(http)
	var answer := await post("/v1/shooter/sessions", {"bots": 3, "target": 5})
	token = answer.get("token", "")
	while answer.has("session") and answer.session.status != "finished":
		var action: Dictionary = answer.session.legal_actions[0]
		print(answer.session.hand, " ", action)
		answer = await post("%s/%s" % [answer.session.url, action.action], action.body)
	print(answer.session.result if answer.has("session") else answer)

func post(path: String, body: Dictionary) -> Dictionary:
	# For a second try after no answer, send the same key again: the server acts once.
	var key := Crypto.new().generate_random_bytes(16).hex_encode()
	var headers := ["Content-Type: application/json", "Idempotency-Key: " + key]
	if token:
		headers.append("Authorization: Bearer " + token)
	http.request(server + path, headers, HTTPClient.METHOD_POST, JSON.stringify(body))
	var done: Array = await http.request_completed
	var answer: Variant = JSON.parse_string(done[3].get_string_from_utf8())
	return answer if answer is Dictionary else {"code": "no_answer"}
