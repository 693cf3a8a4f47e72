<?php

/** The value of an environment variable; without one, the sandbox's. */
function setting(string $name, string $sandbox): string
{
    return getenv($name) ?: $sandbox;
}

/** Signs and sends: API-Signature covers the path and the body. */
function call(string $path, array $fields): array
{
    $body = json_encode($fields);
    $digest = hash('sha256', $path . $body, true);
    $secret = setting('CAMBIO_SECRET', 'sandbox-partner-secret');
    $key = setting('CAMBIO_API_KEY', 'SANDBOXPARTNER01');
    $signature = base64_encode(hash_hmac('sha512', $digest, $secret, true));
    $http = [
        'method' => 'POST',
        'header' => ["API-Key: $key", "API-Signature: $signature", 'Content-Type: application/json'],
        'content' => $body,
        'timeout' => 30,
    ];
    $exchange = setting('CAMBIO_URL', 'http://localhost:8787');
    $answer = file_get_contents($exchange . $path, false, stream_context_create(['http' => $http]));
    if ($answer === false) {
        throw new RuntimeException('The exchange refused, or did not answer.');
    }
    return json_decode($answer, true);
}

function isGenuine(string $body): bool
{
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    $secret = setting('CAMBIO_CALLBACK_SECRET', 'sandbox-callback-secret');
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $secret, true));
    $signed = false;
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $signature) {
        $signed = $signed || hash_equals($expected, $signature);
    }
    return $signed && ctype_digit($timestamp) && abs(time() - (int) $timestamp) <= 300;
}

switch ($_SERVER['REQUEST_METHOD'] . ' ' . $_SERVER['REQUEST_URI']) {
    case 'POST /request':
        $answer = call('/api/v2/partner/create_request', [
            'partner_order_id' => bin2hex(random_bytes(16)),
            'payin_group' => 'card', 'payin_currency' => 'EUR', 'payin_amount_default' => '100.00',
            'payout_group' => 'crypto', 'payout_currency' => 'ETH',
        ]);
        header('Content-Type: application/json');
        echo json_encode(['requestId' => $answer['request_id']]);
        return true;
    case 'POST /callbacks':
        $body = file_get_contents('php://input');
        if (!isGenuine($body)) {
            http_response_code(401);
            return true;
        }
        // Look whether your database has the webhook-id already, and write it down.
        $order = json_decode($body, true)['client_order'] ?? null;
        if ($order !== null) {
            error_log("{$order['partner_order_id']} {$order['status']}");
        }
        http_response_code(204);
        return true;
    default:
        return false; // PHP's own server sends the page's files.
}
