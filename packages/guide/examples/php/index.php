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

$requestId = call('/api/v2/partner/create_request', [
    'partner_order_id' => bin2hex(random_bytes(16)),
    'payin_group' => 'card', 'payin_currency' => 'EUR', 'payin_amount_default' => '100.00',
    'payout_group' => 'crypto', 'payout_currency' => 'ETH',
])['request_id'];
?>
<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Buy coins</title>
  </head>
  <body>
    <h1>Buy coins</h1>
    <div id="buy"></div>
    <script src="http://localhost:8787/embed/v1/loader.js"></script>
    <script>
      Cambio.mount('#buy', { requestId: <?= json_encode($requestId, JSON_HEX_TAG) ?> })
    </script>
  </body>
</html>
