import { id, listBody } from '../http/schemas.ts';

const ids = { type: 'array', maxItems: 500, items: id } as const;

/**
 * Body of a call that lists flat records: as in other lists, plus values by field key, `ids` of chosen rows and `days`
 * of reminders. Keys next to `data` are refused: a filter placed next to `data` by mistake would be ignored, and the
 * answer or export would contain every record.
 */
export const flatListBody = {
  type: 'object',
  nullable: true,
  additionalProperties: false,
  properties: {
    page: listBody.properties.page,
    data: {
      type: 'object',
      nullable: true,
      maxProperties: 100,
      properties: {
        ...listBody.properties.data.properties,
        days: { type: 'integer', minimum: 0, maximum: 3650, nullable: true },
        ids: { ...ids, nullable: true },
      },
    },
  },
} as const;

/** A flat record that is sent to be saved; without an id it is a new record. */
export const flatBody = {
  type: 'object',
  maxProperties: 300,
  properties: {
    id: { type: 'string', maxLength: 64, nullable: true },
    revision: { type: 'integer', minimum: 0, nullable: true },
  },
} as const;
export const byId = { type: 'object', required: ['id'], properties: { id } } as const;
export const idsBody = { type: 'object', required: ['ids'], properties: { ids: { ...ids, minItems: 1 } } } as const;
