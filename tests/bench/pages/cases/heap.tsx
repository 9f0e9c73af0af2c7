import { loadTable, openTable, rowsOf, type Rows } from '../tableSetup.tsx';

await loadTable();

/** Opens rows as they come over the wire and keeps nothing but what the form keeps; answers the size of their JSON text in bytes. */
async function openRows(count: number): Promise<{ bytes: number }> {
  const wire = JSON.stringify(rowsOf(count));
  const bytes = new TextEncoder().encode(wire).length;
  await openTable(JSON.parse(wire) as Rows);
  return { bytes };
}

export const cases = {
  'heap-rows-20': () => openRows(20),
  'heap-rows-10000': () => openRows(10_000),
};
