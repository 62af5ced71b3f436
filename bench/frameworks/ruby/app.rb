# The service in Sinatra: a JSON Schema for the body, error handlers for the envelope.
require 'json'
require 'set'
require 'json_schemer'
require 'securerandom'
require 'sinatra/base'

class Service < Sinatra::Base
  BASE = '/api/v1/developer'.freeze
  DATA_FILE = JSON.parse(File.read(ENV.fetch('DATA')))

  text = { type: 'string' }
  number = { type: 'number' }
  weight = { type: 'number', exclusiveMinimum: 0, maximum: 100_000 }
  object = ->(properties) { { type: 'object', required: properties.keys.map(&:to_s), properties: properties } }
  item = object.(name: text, quantity: text, unit_price: text)
  box = object.(length: number, width: number, height: number, weight: weight, items: { type: 'array', items: item })
  party = object.(
    address: text, state: text, state_short_code: text, city: text, zip_code: text,
    country_code: { type: 'string', pattern: '^[A-Za-z]{2}$' }
  )
  SHIPMENT = JSONSchemer.schema(JSON.parse(JSON.generate(object.(
    box_dimension: { type: 'array', minItems: 1, items: box },
    product_type: text, weight: weight, weight_unit: text, sender: party, receiver: party, delivery_type: text
  ))))

  set :show_exceptions, false
  set :raise_errors, false
  set :dump_errors, false

  helpers do
    def succeed(message, data)
      content_type :json
      JSON.generate(status: true, message: message, data: data, errors: [], response_code: '200')
    end

    def refuse(status, message, errors = [message])
      content_type :json
      body = { status: false, message: message, data: [], errors: errors, response_code: status.to_s }
      halt status, JSON.generate(body)
    end

    # One string for each problem: a required error names all fields that are missing.
    def sentences(problem)
      place = problem['data_pointer'].delete_prefix('/').tr('/', '.')
      missing = problem.dig('details', 'missing_keys')
      return missing.map { |name| "#{[place, name].reject(&:empty?).join('.')} is required" } if missing

      ["#{place.empty? ? 'body' : place} is invalid (#{problem['type']})"]
    end

    def rates(weight)
      request_id = SecureRandom.uuid
      DATA_FILE['couriers'].map do |courier|
        {
          id: SecureRandom.uuid,
          request_id: request_id,
          courier_name: courier['name'],
          courier_type: courier['type'],
          delivery_time: courier['hours'],
          delivery_time_text: "#{courier['hours']} hours",
          description: "#{courier['name']}, door to door",
          home_delivery_fee: 2.5,
          import_tax: 'Paid by the receiver, if any',
          logo: "https://img.example.com/#{courier['type']}.png",
          shipping_charge: (courier['base'] + courier['per_unit'] * weight).round(2)
        }
      end
    end
  end

  before do
    key = request.env['HTTP_AUTHORIZATION'].to_s[/\Abearer +(\S+) *\z/i, 1]
    if key == ENV['LIMITED_KEY'] && request.path_info == "#{BASE}/get-shipping-rates"
      refuse 403, 'Insufficient permissions', ['This key may only list categories']
    end
    unless [ENV['KEY'], ENV['LIMITED_KEY']].include?(key)
      headers 'WWW-Authenticate' => 'Bearer'
      refuse 401, 'Invalid API key', ['Authentication failed: the API key is missing or invalid']
    end
  end

  get "#{BASE}/categories" do
    succeed 'Categories', DATA_FILE['categories']
  end

  post "#{BASE}/get-shipping-rates" do
    refuse 415, 'Content-Type must be application/json' unless request.media_type == 'application/json'
    begin
      shipment = JSON.parse(request.body.read)
    rescue JSON::ParserError, EncodingError
      refuse 400, 'Invalid request', ['The body is not valid JSON']
    end
    errors = SHIPMENT.validate(shipment).flat_map { |problem| sentences(problem) }
    refuse 400, 'Invalid request', errors if errors.any?
    succeed 'Shipping rates', rates(shipment['weight'])
  end

  { 'categories' => 'GET, HEAD', 'get-shipping-rates' => 'POST' }.each do |path, allowed|
    not_allowed = proc do
      headers 'Allow' => allowed
      refuse 405, 'Method not allowed'
    end
    %i[get post put patch delete options].each { |verb| send(verb, "#{BASE}/#{path}", &not_allowed) }
  end

  not_found { refuse 404, 'Resource not found' }
  error { refuse 500, 'Internal server error' }
end
