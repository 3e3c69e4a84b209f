#!/usr/bin/perl
# A Perl client that OpenAPI::Client makes from the document (Debian: libopenapi-client-perl):
# one method for each operation, with its arguments checked against the schemas.
use strict;
use warnings;
use Mojo::JSON qw(encode_json);
use OpenAPI::Client;

my $url    = $ARGV[0] // 'http://127.0.0.1:3000';
my $client = OpenAPI::Client->new("$url/openapi.json", base_url => $url);

my $hash    = $client->call(hash => {body => {text => 'abc'}})->res->json->{hash};
my $meeting = $client->call(
  'meeting-cost' => {body => {attendees => [{name => 'Ada', hourlyRate => 90}], durationMinutes => 45}},
)->res;
my $svg = $client->call('qr-get' => {text => 'https://example.com', margin => 2})->res->body;

my $sent = $client->call('webhook-send' => {id => 'perl', body => {event => 'paid'}})->res->json;
my $read = $client->call('webhook-read' => {id => 'perl'})->res->json;

# What breaks a schema's rule is refused before it is sent.
my $refused = $client->call(qr => {body => {text => 'a', margin => 'wide'}})->res;

print encode_json({
  hash   => $hash,
  cost   => $meeting->json->{totalCost},
  today  => $meeting->headers->header('X-Usage-Count'),
  svg    => substr($svg, 0, 4),
  method => $read->{payloads}[-1]{method},
  sent   => $sent->{seq},
  refused => $refused->code,
});
