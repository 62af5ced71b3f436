<?php
/** The service in plain PHP, as a router script of `php -S`. */
declare(strict_types=1);

const BASE = '/api/v1/developer';
$data = json_decode(file_get_contents(getenv('DATA')), true);

function answer(int $status, array $body, array $headers = []): never
{
    http_response_code($status);
    header('Content-Type: application/json');
    foreach ($headers as $name => $value) {
        header("$name: $value");
    }
    echo json_encode($body, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE);
    exit;
}

function succeed(string $message, array $data): never
{
    answer(200, ['status' => true, 'message' => $message, 'data' => $data, 'errors' => [], 'response_code' => '200']);
}

function refuse(int $status, string $message, ?array $errors = null, array $headers = []): never
{
    $body = ['status' => false, 'message' => $message, 'data' => [], 'errors' => $errors ?? [$message]];
    answer($status, $body + ['response_code' => (string) $status], $headers);
}

set_exception_handler(function (): void {
    refuse(500, 'Internal server error');
});

/** Section 5, before anything else. */
function check_key(string $path): void
{
    $key = preg_match('/^Bearer +(\S+) *$/i', $_SERVER['HTTP_AUTHORIZATION'] ?? '', $found) ? $found[1] : '';
    if ($key === getenv('LIMITED_KEY') && $path === BASE . '/get-shipping-rates') {
        refuse(403, 'Insufficient permissions', ['This key may only list categories']);
    }
    if ($key !== getenv('KEY') && $key !== getenv('LIMITED_KEY')) {
        $error = 'Authentication failed: the API key is missing or invalid';
        refuse(401, 'Invalid API key', [$error], ['WWW-Authenticate' => 'Bearer']);
    }
}

function check_text(mixed $value): ?string
{
    return is_string($value) ? null : 'must be a string';
}

function check_number(mixed $value): ?string
{
    return is_int($value) || (is_float($value) && is_finite($value)) ? null : 'must be a number';
}

function check_weight(mixed $value): ?string
{
    return check_number($value) ?? ($value > 0 && $value <= 100000 ? null : 'must be above 0 and at most 100000');
}

function check_country(mixed $value): ?string
{
    return is_string($value) && preg_match('/^[A-Za-z]{2}$/D', $value) ? null : 'must be a code of two letters';
}

const ITEM = ['name' => 'check_text', 'quantity' => 'check_text', 'unit_price' => 'check_text'];
const BOX = [
    'length' => 'check_number', 'width' => 'check_number', 'height' => 'check_number',
    'weight' => 'check_weight', 'items' => [ITEM],
];
const PARTY = [
    'address' => 'check_text', 'state' => 'check_text', 'state_short_code' => 'check_text',
    'city' => 'check_text', 'zip_code' => 'check_text', 'country_code' => 'check_country',
];
const SHIPMENT = [
    'box_dimension' => [BOX], 'product_type' => 'check_text', 'weight' => 'check_weight', 'weight_unit' => 'check_text',
    'sender' => PARTY, 'receiver' => PARTY, 'delivery_type' => 'check_text',
];

/** One string for each problem. A shape is the name of a check, a list of one shape, or the fields of an object. */
function problems(mixed $value, string|array $shape, string $place): array
{
    if (is_string($shape)) {
        $problem = $shape($value);
        return $problem === null ? [] : ["$place $problem"];
    }
    $found = [];
    if (array_is_list($shape)) {
        if (!is_array($value)) {
            return ["$place must be a list"];
        }
        if ($place === 'box_dimension' && $value === []) {
            return ["$place must have at least one box"];
        }
        foreach ($value as $index => $element) {
            array_push($found, ...problems($element, $shape[0], "{$place}[$index]"));
        }
        return $found;
    }
    if (!is_object($value)) {
        return [($place === '' ? 'The body' : $place) . ' must be an object'];
    }
    foreach ($shape as $name => $inner) {
        $at = $place === '' ? $name : "$place.$name";
        $part = property_exists($value, $name) ? problems($value->$name, $inner, $at) : ["$at is required"];
        array_push($found, ...$part);
    }
    return $found;
}

function uuid(): string
{
    return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex(random_bytes(16)), 4));
}

function rates(array $couriers, int|float $weight): array
{
    $request = uuid();
    return array_map(fn (array $courier): array => [
        'id' => uuid(),
        'request_id' => $request,
        'courier_name' => $courier['name'],
        'courier_type' => $courier['type'],
        'delivery_time' => $courier['hours'],
        'delivery_time_text' => "{$courier['hours']} hours",
        'description' => "{$courier['name']}, door to door",
        'home_delivery_fee' => 2.5,
        'import_tax' => 'Paid by the receiver, if any',
        'logo' => "https://img.example.com/{$courier['type']}.png",
        'shipping_charge' => round($courier['base'] + $courier['per_unit'] * $weight, 2),
    ], $couriers);
}

$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH) ?: '';
$method = $_SERVER['REQUEST_METHOD'];
check_key($path);

if ($path === BASE . '/categories') {
    if ($method !== 'GET' && $method !== 'HEAD') {
        refuse(405, 'Method not allowed', null, ['Allow' => 'GET, HEAD']);
    }
    succeed('Categories', $data['categories']);
}
if ($path === BASE . '/get-shipping-rates') {
    if ($method !== 'POST') {
        refuse(405, 'Method not allowed', null, ['Allow' => 'POST']);
    }
    if (!preg_match('{^application/json\s*(;|$)}i', $_SERVER['CONTENT_TYPE'] ?? '')) {
        refuse(415, 'Content-Type must be application/json');
    }
    $body = json_decode(file_get_contents('php://input'));
    if (json_last_error() !== JSON_ERROR_NONE) {
        refuse(400, 'Invalid request', ['The body is not JSON: ' . json_last_error_msg()]);
    }
    $errors = problems($body, SHIPMENT, '');
    if ($errors !== []) {
        refuse(400, 'Invalid request', $errors);
    }
    succeed('Shipping rates', rates($data['couriers'], $body->weight));
}
refuse(404, 'Resource not found');
