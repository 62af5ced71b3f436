#!/usr/bin/env perl
# The service in Mojolicious::Lite: JSON::Validator for the body, hooks for key and envelope.
use Mojolicious::Lite -signatures;
use JSON::Validator;
use Mojo::File qw(path);
use Mojo::JSON qw(decode_json true false);
use Mojo::Util qw(steady_time sha1_sum);

my $base = '/api/v1/developer';
my $data = decode_json(path($ENV{DATA})->slurp);
my %allowed = ("$base/categories" => 'GET, HEAD', "$base/get-shipping-rates" => 'POST');

sub object (%properties) {
  return {type => 'object', required => [sort keys %properties], properties => \%properties};
}

my $text   = {type => 'string'};
my $number = {type => 'number'};
my $weight = {type => 'number', exclusiveMinimum => 0, maximum => 100_000};
my $item   = object(name => $text, quantity => $text, unit_price => $text);
my $box    = object(
  (map { $_ => $number } qw(length width height)),
  weight => $weight,
  items  => {type => 'array', items => $item},
);
my $party = object(
  (map { $_ => $text } qw(address state state_short_code city zip_code)),
  country_code => {type => 'string', pattern => '^[A-Za-z]{2}\z'},
);
my $shipment = JSON::Validator->new->schema(object(
  (map { $_ => $text } qw(product_type weight_unit delivery_type)),
  box_dimension => {type => 'array', minItems => 1, items => $box},
  weight        => $weight,
  sender        => $party,
  receiver      => $party,
));

helper succeed => sub ($c, $message, $data) {
  $c->render(json => {status => true, message => $message, data => $data, errors => [], response_code => '200'});
};
helper refuse => sub ($c, $status, $message, $errors = [$message]) {
  my $body = {status => false, message => $message, data => [], errors => $errors, response_code => "$status"};
  $c->render(json => $body, status => $status);
  return undef;
};
helper uuid => sub ($c) {
  my $hex = sha1_sum(join ' ', steady_time, rand, $$);
  return join '-', unpack 'A8 A4 A4 A4 A12', $hex;
};

# Section 5, before the routes.
hook before_dispatch => sub ($c) {
  my $path  = $c->req->url->path->to_string;
  my ($key) = ($c->req->headers->authorization // '') =~ /^bearer +(\S+) *$/i;
  $key //= '';
  return $c->refuse(403, 'Insufficient permissions', ['This key may only list categories'])
    if $key eq $ENV{LIMITED_KEY} && $path eq "$base/get-shipping-rates";
  return if $key eq $ENV{KEY} || $key eq $ENV{LIMITED_KEY};
  $c->res->headers->www_authenticate('Bearer');
  $c->refuse(401, 'Invalid API key', ['Authentication failed: the API key is missing or invalid']);
};

get "$base/categories" => sub ($c) { $c->succeed('Categories', $data->{categories}) };

post "$base/get-shipping-rates" => sub ($c) {
  return $c->refuse(415, 'Content-Type must be application/json')
    unless ($c->req->headers->content_type // '') =~ m{^application/json\s*(?:;|$)}i;
  my $body = eval { decode_json($c->req->body) };
  return $c->refuse(400, 'Invalid request', ['The body is not valid JSON']) if $@;
  my @errors = map { my $place = $_->path =~ s{^/}{}r =~ tr{/}{.}r; ($place || 'body') . ": " . $_->message }
    $shipment->validate($body);
  return $c->refuse(400, 'Invalid request', \@errors) if @errors;
  my $request_id = $c->uuid;
  $c->succeed('Shipping rates', [map { {
    id                 => $c->uuid,
    request_id         => $request_id,
    courier_name       => $_->{name},
    courier_type       => $_->{type},
    delivery_time      => $_->{hours},
    delivery_time_text => "$_->{hours} hours",
    description        => "$_->{name}, door to door",
    home_delivery_fee  => 2.5,
    import_tax         => 'Paid by the receiver, if any',
    logo               => "https://img.example.com/$_->{type}.png",
    shipping_charge    => 0 + sprintf('%.2f', $_->{base} + $_->{per_unit} * $body->{weight}),
  } } @{$data->{couriers}}]);
};

for my $path (sort keys %allowed) {
  any $path => sub ($c) {
    $c->res->headers->allow($allowed{$path});
    $c->refuse(405, 'Method not allowed');
  };
}
any '/*unknown' => {unknown => ''} => sub ($c) { $c->refuse(404, 'Resource not found') };

hook around_dispatch => sub ($next, $c) {
  eval { $next->(); 1 } or $c->refuse(500, 'Internal server error');
};
app->log->level('fatal');
app->start;
