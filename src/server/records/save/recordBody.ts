import { id } from '../../http/schemas.ts';
import type { SentRecord } from './saveRecord.ts';

const row = {
  type: 'object',
  required: ['id', 'fieldsMap'],
  properties: { id, fieldsMap: { type: 'object' } },
} as const;
/** Schema of a record in the body of a call. */
export const recordBody = {
  type: 'object',
  required: ['fieldsMap', 'childTables'],
  properties: {
    id: { type: 'string', maxLength: 64, nullable: true },
    revision: { type: 'integer', minimum: 0, nullable: true },
    taskId: { type: 'string', maxLength: 64, nullable: true },
    fieldsMap: { type: 'object' },
    childTables: { type: 'object', additionalProperties: { type: 'array', items: row } },
  },
} as const;
/** Optional properties may also be sent as null. */
export type Loose<T> = { [K in keyof T]: T[K] | null };
export type RecordBody = Loose<Pick<SentRecord, 'id' | 'revision'>> &
  Pick<SentRecord, 'fieldsMap' | 'childTables'> & { taskId?: string | null };

/** System columns of the body are not believed; an empty id means a new record. */
export const sentOf = ({ id: recordId, revision, fieldsMap, childTables }: RecordBody): SentRecord => ({
  fieldsMap,
  childTables,
  ...(recordId ? { id: recordId } : {}),
  ...(typeof revision === 'number' ? { revision } : {}),
});
