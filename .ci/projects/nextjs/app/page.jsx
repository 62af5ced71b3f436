// The page under test, made on the server for each request.
export const dynamic = 'force-dynamic';

export default async function Categories() {
  const response = await fetch(`${process.env.SHIPPING_URL}/categories`, {
    headers: { Authorization: `Bearer ${process.env.SHIPPING_KEY}` },
    cache: 'no-store',
  });
  if (!response.ok) return <p role="alert">Please try again.</p>;
  const { data } = await response.json();
  return (
    <ul>
      {data.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  );
}
