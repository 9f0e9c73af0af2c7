import { id } from '../../http/schemas.ts';
import type { SentRecord } from './saveRecord.ts';

const rowSchema = {
  type: 'object',
  required: ['id', 'fieldsMap'],
  properties: { id, fieldsMap: { type: 'object' } },
} as const;
/** JSON Schema of a record in a request body. */
export const recordBody = {
  type: 'object',
  required: ['fieldsMap', 'childTables'],
  properties: {
    id: { type: 'string', maxLength: 64, nullable: true },
    revision: { type: 'integer', minimum: 0, nullable: true },
    taskId: { type: 'string', maxLength: 64, nullable: true },
    fieldsMap: { type: 'object' },
    childTables: { type: 'object', additionalProperties: { type: 'array', items: rowSchema } },
  },
} as const;
/** The properties of T, each of which may also be null. */
export type NullableProperties<T> = { [K in keyof T]: T[K] | null };
export type RecordBody = NullableProperties<Pick<SentRecord, 'id' | 'revision'>> &
  Pick<SentRecord, 'fieldsMap' | 'childTables'> & { taskId?: string | null };

/** Returns the record in a request body, without system columns. A record without an id is new. */
export const sentRecordOf = ({ id: recordId, revision, fieldsMap, childTables }: RecordBody): SentRecord => ({
  fieldsMap,
  childTables,
  ...(recordId ? { id: recordId } : {}),
  ...(typeof revision === 'number' ? { revision } : {}),
});
