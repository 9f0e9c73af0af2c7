import type { Call } from './foreignIdCalls.ts';

const CRUD = '/api/system/frmCrud';
/** Calls that list, add up or export records, which a number may narrow to those behind it. */
const LISTS = [
  `${CRUD}/list`,
  `${CRUD}/listNoAuth`,
  `${CRUD}/exportRows`,
  '/api/system/relation/sums',
  '/api/system/relation/behind',
  '/api/system/relation/areas',
];

/** The number of records in each area is asked for by a field. */
const fieldFor = (path: string): object => (path.endsWith('/areas') ? { field: 'title' } : {});

/** The records behind a number of a contract that the caller may not read. */
export const BEHIND_CASES: Readonly<Record<string, readonly Call[]>> = Object.fromEntries(
  LISTS.map((path) => [
    `POST ${path}/{formKey}`,
    [
      (client, { contract: id }) =>
        client.post(`${path}/paymentClaim`, {
          ...fieldFor(path),
          data: { behind: { rollup: { formKey: 'contractLedger', field: 'receivedAmount', id } } },
        }),
      (client, { contract: id }) =>
        client.post(`${path}/paymentClaim`, {
          ...fieldFor(path),
          data: { behind: { referring: { via: 'contract', id } } },
        }),
    ] satisfies readonly Call[],
  ]),
);
