import type { FormRecord } from '../../grammar/documents.ts';
import type { ListQuery, Paged, PageQuery } from '../../runtime/services/paging.ts';
import type { RecordHistoryEntry, ChangesByOthers, ExportOptions } from '../../runtime/services/records.ts';
import type {
  ActionCall,
  ActionResult,
  CreateSource,
  Prefill,
  AvailableActions,
} from '../../runtime/services/actions.ts';
import type { Transition } from '../../runtime/services/tasks.ts';
import { companionKey } from '../../domain/companionKey.ts';
import type { Http } from '../http/client.ts';
import type { Download } from '../downloads.ts';
import { pageFromWire, listBody, type WirePage } from '../http/paged.ts';

const path = (call: string, formKey: string): string => `/system/frmCrud/${call}/${encodeURIComponent(formKey)}`;

/** A record of a list. `related`: the requested values of related records, by their path from the record. */
type ListedRecord = FormRecord & { related?: Record<string, { value: unknown; label?: string }> };

/**
 * Adds the values of related records, with their display texts, to the fields of the record, so that columns show them
 * like other fields.
 */
function withRelated({ related, ...record }: ListedRecord): FormRecord {
  if (!related) return record;
  const relatedFields = Object.entries(related).flatMap(([relatedPath, { value, label }]) => [
    [relatedPath, value],
    ...(label === undefined ? [] : [[companionKey(relatedPath), label]]),
  ]);
  return { ...record, fieldsMap: { ...record.fieldsMap, ...Object.fromEntries(relatedFields) } };
}

/**
 * Creates the calls on records (CL-078…083). `save`, `act` and `run` send an idempotency key: a repeated call is done
 * only once.
 */
export const createRecordCalls = (http: Http, download: Download) => ({
  save: (formKey: string, record: FormRecord, idempotencyKey: string): Promise<FormRecord> =>
    http.send({ method: 'POST', path: path('saveOrUpdate', formKey), body: record, idempotencyKey }),
  async list(formKey: string, query: ListQuery, isWholeUnit = false): Promise<Paged<FormRecord>> {
    const call = isWholeUnit ? 'listNoAuth' : 'list';
    const page = pageFromWire(
      await http.send<WirePage<ListedRecord>>({ method: 'POST', path: path(call, formKey), body: listBody(query) }),
    );
    return { ...page, list: page.list.map(withRelated) };
  },
  exportRows(
    formKey: string,
    query: Omit<ListQuery, 'page'>,
    fileName: string,
    { isWholeUnit = false, columns }: ExportOptions = {},
  ): Promise<boolean> {
    const body = { ...listBody({ ...query, page: { pageNum: 1, pageSize: 1 } }), isWholeUnit, columns };
    return download({ method: 'POST', path: path('exportRows', formKey), body }, `${fileName}.xlsx`);
  },
  get: (formKey: string, id: string, taskId?: string): Promise<FormRecord> =>
    http.send({ method: 'GET', path: path('getById', formKey), query: { id, taskId } }),
  getRevision: (formKey: string, id: string, revision: number): Promise<FormRecord> =>
    http.send({ method: 'GET', path: path('getRevision', formKey), query: { id, revision } }),
  changes: (formKey: string, id: string): Promise<ChangesByOthers> =>
    http.send({ method: 'GET', path: path('changes', formKey), query: { id }, isQuiet: true }),
  async history(formKey: string, id: string, page: PageQuery): Promise<Paged<RecordHistoryEntry>> {
    return pageFromWire(
      await http.send<WirePage<RecordHistoryEntry>>({
        method: 'GET',
        path: path('history', formKey),
        query: { id, ...page },
      }),
    );
  },
  /** Returns true if no other record has the value in a unique field. */
  async isFree(formKey: string, field: string, value: unknown, id?: string): Promise<boolean> {
    const answer = await http.send<{ isFree: boolean }>({
      method: 'POST',
      path: path('checkUnique', formKey),
      body: { field, value, ...(id ? { id } : {}) },
      isQuiet: true,
    });
    return answer.isFree;
  },
  // a GET that changes data: a retry would be refused, because the record no longer exists
  remove: (formKey: string, id: string): Promise<void> =>
    http.send({ method: 'GET', path: path('delById', formKey), query: { id }, isOnce: true }),
  changeState: (formKey: string, id: string, act: 'void' | 'restore', reason: string): Promise<FormRecord> =>
    http.send({ method: 'POST', path: path(act, formKey), body: { id, reason } }),
  act: (formKey: string, call: ActionCall, idempotencyKey: string): Promise<ActionResult> =>
    http.send({ method: 'POST', path: path('action', formKey), body: call, idempotencyKey, isQuiet: true }),
  actions: (formKey: string, id: string): Promise<AvailableActions> =>
    http.send({ method: 'GET', path: path('offers', formKey), query: { id }, isQuiet: true }),
  prefill: (formKey: string, from: CreateSource): Promise<Prefill> =>
    http.send({ method: 'GET', path: path('prefill', formKey), query: { ...from, index: String(from.index) } }),
  run: (formKey: string, transition: Transition, idempotencyKey: string): Promise<FormRecord> =>
    http.send({ method: 'POST', path: path('runProcess', formKey), body: transition, idempotencyKey }),
});
