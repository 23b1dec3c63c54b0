-- Sends the requests of a file in their order, over and over, and tells what came of them.
--
-- A line of the file is a request: method, path, Authorization, If-None-Match and body, tabs between; what is empty is
-- not sent. After the file come the status that every answer should have, and a pace: the milliseconds that each
-- connection waits before a request, by chance and so long on average.

local threads = {}

function setup(thread)
  table.insert(threads, thread)
end

function init(args)
  local file, status, milliseconds = unpack(args)
  expected, pace = tonumber(status), tonumber(milliseconds)
  requests, nth, answers, wrong = {}, 0, 0, 0
  for line in io.lines(file) do
    local method, path, token, known, body = line:match('^(.-)\t(.-)\t(.-)\t(.-)\t(.*)$')
    local headers = {}
    if token ~= '' then headers['Authorization'] = token end
    if known ~= '' then headers['If-None-Match'] = known end
    if body ~= '' then headers['Content-Type'] = 'application/json' end
    table.insert(requests, wrk.format(method, path, headers, body))
  end
end

function request()
  nth = nth + 1
  return requests[(nth - 1) % #requests + 1]
end

function delay()
  return pace > 0 and math.floor(-pace * math.log(1 - math.random()) + 0.5) or 0
end

function response(status)
  answers = answers + 1
  if status ~= expected then
    wrong = wrong + 1
  end
end

function done(summary, latency)
  local told, wrong, sent = 0, 0, 0
  for _, thread in ipairs(threads) do
    told, wrong, sent = told + thread:get('answers'), wrong + thread:get('wrong'), sent + thread:get('nth')
  end
  local errors = summary.errors
  local lost = errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format('{"answers": %d, "wrong": %d, "lost": %d, "sent": %d, ', told, wrong, lost, sent))
  io.write(string.format('"seconds": %f, "p50": %f, "p99": %f}\n', summary.duration / 1e6,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
