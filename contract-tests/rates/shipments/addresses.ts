import type { components } from '../../../src/contract/generated/openapi.js';

type Party = components['schemas']['Party'];

/** Addresses whose parts belong together, so that a server that checks them accepts them. */
export const newYork: Party = {
  address: '350 5th Ave',
  state: 'New York',
  state_short_code: 'NY',
  city: 'New York',
  zip_code: '10118',
  country_code: 'US',
};

export const chicago: Party = {
  address: '233 S Wacker Dr',
  state: 'Illinois',
  state_short_code: 'IL',
  city: 'Chicago',
  zip_code: '60606',
  country_code: 'US',
};

export const boston: Party = {
  address: '24 Beacon St',
  state: 'Massachusetts',
  state_short_code: 'MA',
  city: 'Boston',
  zip_code: '02133',
  country_code: 'US',
};

export const dhaka: Party = {
  address: 'House 12, Road 5, Dhanmondi',
  state: 'Dhaka',
  state_short_code: 'DHA',
  city: 'Dhaka',
  zip_code: '1205',
  country_code: 'BD',
};

export const unitedStates: readonly Party[] = [
  newYork,
  chicago,
  {
    address: '1600 Vine St',
    state: 'California',
    state_short_code: 'CA',
    city: 'Los Angeles',
    zip_code: '90028',
    country_code: 'US',
  },
  {
    address: '2200 Elm St',
    state: 'Texas',
    state_short_code: 'TX',
    city: 'Dallas',
    zip_code: '75201',
    country_code: 'US',
  },
  boston,
  {
    address: '400 Broad St',
    state: 'Washington',
    state_short_code: 'WA',
    city: 'Seattle',
    zip_code: '98109',
    country_code: 'US',
  },
];

/** Places abroad, by their country codes: of each continent, and of those that tables of zones name one by one. */
export const abroad = {
  GB: placeAbroad('GB', '10 Downing Street', 'England', 'ENG', 'London', 'SW1A 2AA'),
  DE: placeAbroad('DE', 'Unter den Linden 77', 'Berlin', 'BE', 'Berlin', '10117'),
  FR: placeAbroad('FR', '5 Avenue Anatole France', 'Ile-de-France', 'IDF', 'Paris', '75007'),
  IN: placeAbroad('IN', '12 Marine Drive', 'Maharashtra', 'MH', 'Mumbai', '400020'),
  // Codes that a reader of YAML takes for false, and one of tables for no value.
  NO: placeAbroad('NO', 'Karl Johans gate 22', 'Oslo', '03', 'Oslo', '0026'),
  NA: placeAbroad('NA', '9 Robert Mugabe Avenue', 'Khomas', 'KH', 'Windhoek', '10005'),
  JP: placeAbroad('JP', '1-1 Chiyoda', 'Tokyo', '13', 'Tokyo', '100-0001'),
  CA: placeAbroad('CA', '110 Laurier Ave W', 'Ontario', 'ON', 'Ottawa', 'K1P 1J1'),
  AU: placeAbroad('AU', '1 Macquarie Street', 'New South Wales', 'NSW', 'Sydney', '2000'),
  NG: placeAbroad('NG', '3 Marina Road', 'Lagos', 'LA', 'Lagos', '101241'),
  AE: placeAbroad('AE', '1 Sheikh Zayed Road', 'Dubai', 'DU', 'Dubai', '00000'),
  MX: placeAbroad('MX', 'Avenida Juarez 50', 'Ciudad de Mexico', 'CMX', 'Ciudad de Mexico', '06050'),
  BR: placeAbroad('BR', 'Avenida Paulista 1578', 'Sao Paulo', 'SP', 'Sao Paulo', '01310-200'),
} as const;

function placeAbroad(
  country_code: Party['country_code'],
  address: string,
  state: string,
  state_short_code: string,
  city: string,
  zip_code: string,
): Party {
  return { address, state, state_short_code, city, zip_code, country_code };
}

const districtOfColumbia: Party = {
  address: '1600 Pennsylvania Ave NW',
  state: 'District of Columbia',
  state_short_code: 'DC',
  city: 'Washington',
  zip_code: '20500',
  country_code: 'US',
};

const hawaii: Party = {
  address: '415 S Beretania St',
  state: 'Hawaii',
  state_short_code: 'HI',
  city: 'Honolulu',
  zip_code: '96813',
  country_code: 'US',
};

const alaska: Party = {
  address: '632 W 6th Ave',
  state: 'Alaska',
  state_short_code: 'AK',
  city: 'Anchorage',
  zip_code: '99501-2260',
  country_code: 'US',
};

const armedForces: Party = {
  address: 'PSC 3 Box 1200',
  state: 'Armed Forces Europe',
  state_short_code: 'AE',
  city: 'APO',
  zip_code: '09012',
  country_code: 'US',
};

const puertoRico: Party = {
  address: '200 Calle San Francisco',
  state: 'Puerto Rico',
  state_short_code: 'PR',
  city: 'San Juan',
  zip_code: '00901',
  country_code: 'US',
};

const guam: Party = {
  address: '155 Hesler Pl',
  state: 'Guam',
  state_short_code: 'GU',
  city: 'Hagatna',
  zip_code: '96910',
  country_code: 'US',
};

/** Outside the contiguous states, for shipments that are unlikely for another reason. */
export const outlyingReceivers = { alaska, hawaii };

/** Pairs of sender and receiver outside the contiguous states, or abroad: places that tables of states and zones leave out. */
export const outlyingPlaces: readonly (readonly [sender: Party, receiver: Party])[] = [
  [alaska, puertoRico],
  [hawaii, armedForces],
  // From the United States, so that a server comes to the receiver.
  [districtOfColumbia, abroad.AU],
  [guam, abroad.BR],
  [districtOfColumbia, abroad.NG],
  [armedForces, abroad.AE],
  [districtOfColumbia, abroad.MX],
];
