import { id, listBody } from '../http/schemas.ts';

/** Body of a ledger's list: as of other lists, and fields by their keys; `days` of reminders. */
export const ledgerBody = {
  type: 'object', nullable: true,
  properties: {
    page: listBody.properties.page,
    data: {
      type: 'object', nullable: true, maxProperties: 100,
      properties: { ...listBody.properties.data.properties, days: { type: 'integer', minimum: 0, maximum: 3650, nullable: true }, ids: { type: 'array', maxItems: 500, items: id, nullable: true } },
    },
  },
} as const;

/** One object of a ledger; without an id it is new. */
export const flatBody = { type: 'object', maxProperties: 300, properties: { id: { type: 'string', maxLength: 64, nullable: true }, revision: { type: 'integer', minimum: 0, nullable: true } } } as const;
export const byId = { type: 'object', required: ['id'], properties: { id } } as const;
export const idsBody = { type: 'object', required: ['ids'], properties: { ids: { type: 'array', minItems: 1, maxItems: 500, items: id } } } as const;
