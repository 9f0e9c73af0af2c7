import type { ListQuery } from '../../runtime/services/paging.ts';
import type {
  SelectablePage,
  RelatedRecord,
  RelationContext,
  RelationService,
} from '../../runtime/services/relations.ts';
import type { Http } from '../http/client.ts';
import { listBody } from '../http/paged.ts';

const path = (call: string, formKey: string): string => `/system/relation/${call}/${encodeURIComponent(formKey)}`;

/** A page of selectable records as the server sends it. */
type WireSelectablePage = Omit<SelectablePage, 'list' | 'total'> & {
  rows: SelectablePage['list'];
  page: { total: number; isEstimate?: boolean };
};

/** Creates the calls on relations: selectable records, look-ups, titles, sums, records with the given texts. */
export const createRelationCalls = (http: Http): RelationService => ({
  async candidates(to: string, from: RelationContext | null, query: ListQuery) {
    const { rows, page, ...rest } = await http.send<WireSelectablePage>({
      method: 'POST',
      path: path('candidates', to),
      body: { ...listBody(query), from },
      isQuiet: true,
    });
    return { ...rest, list: rows, total: page.total, ...(page.isEstimate ? { isEstimate: true } : {}) };
  },
  lookUp: (formKey, version, asks) =>
    http.send({
      method: 'POST',
      path: path('lookup', formKey),
      body: { version: version ?? null, asks },
      isQuiet: true,
    }),
  titles: (to: string, ids: readonly string[]): Promise<RelatedRecord[]> =>
    http.send({ method: 'POST', path: path('readable', to), body: { ids }, isQuiet: true }),
  sums: (formKey, conditions, fields, isOwn = false, behind) =>
    http.send({
      method: 'POST',
      path: path('sums', formKey),
      body: { data: { conditions, behind }, fields, isOwn },
      isQuiet: true,
    }),
  resolve: (to: string, from: RelationContext | null, texts: readonly string[]) =>
    http.send({ method: 'POST', path: path('resolve', to), body: { texts, from }, isQuiet: true }),
});
