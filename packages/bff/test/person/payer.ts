export const payer = {
  first_name: 'Ada',
  last_name: 'Example',
  birth_date: '1990-12-10',
  country: 'DE',
  state: 'Berlin',
  city: 'Berlin',
  address: 'Street 1',
  postal_code: '10115',
  phone: '+49 30 123456',
}
