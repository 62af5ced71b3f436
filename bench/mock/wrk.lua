-- Sends the requests of a file in turn (NUL between them) and prints what came of it as one line of JSON, in microseconds.
local requests, at = {}, 0

function init(args)
  local file = assert(io.open(args[1], 'rb'))
  for text in file:read('*a'):gmatch('[^%z]+') do requests[#requests + 1] = text end
  file:close()
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"micros":%d,"failed":%d,"p50":%d,"p99":%d,"p99.9":%d}\n',
    summary.requests, summary.duration,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(50), latency:percentile(99), latency:percentile(99.9)))
end
