import { useEffect, useState } from 'react';

/** The categories of the service, or what went wrong. */
export function Categories() {
  const [shown, show] = useState('Loading …');
  useEffect(() => {
    loadCategories().then(
      (names) => show(`${names.length} categories: ${names.join(', ')}`),
      (error) => show(error.message),
    );
  }, []);
  return <p role="status">{shown}</p>;
}

async function loadCategories() {
  const response = await fetch('https://api.shop.example/v1/categories', {
    headers: { Authorization: 'Bearer dk_test_storybook' },
  }).catch(() => {
    throw new Error('You are offline.');
  });
  if (response.status === 429) throw new Error(`Again in ${response.headers.get('Retry-After')} s.`);
  if (!response.ok) throw new Error('The categories can’t be loaded.');
  const { data } = await response.json();
  return data.map(({ name }) => name);
}
