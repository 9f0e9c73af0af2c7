import { useEffect, useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import type { RelatedRecord } from '../../runtime/services/relations.ts';
import type { Services } from '../../runtime/services/services.ts';

type Known = RelatedRecord | null;

/** What is known of the records of one form: null may not be opened. */
interface FormKnowledge {
  known: Map<string, { record: Known; time: number }>;
  waiting: Set<string>;
  timer: ReturnType<typeof setTimeout> | null;
  listeners: Set<() => void>;
}

/** Rights and titles change: after this long they are asked for again. */
const FRESH_MS = 60_000;
/** As many as one call takes. */
const PORTION = 500;

const clients = new WeakMap<Services, Map<string, FormKnowledge>>();

function knowledgeOf(services: Services, to: string): FormKnowledge {
  const forms = clients.get(services) ?? new Map<string, FormKnowledge>();
  clients.set(services, forms);
  const known = forms.get(to) ?? { known: new Map(), waiting: new Set(), timer: null, listeners: new Set() };
  forms.set(to, known);
  return known;
}

/** Asks once for all that a page shows: the ids that come within one turn travel together. */
function ask(services: Services, to: string, ids: readonly string[]): void {
  const form = knowledgeOf(services, to);
  const isStale = (id: string): boolean => (form.known.get(id)?.time ?? 0) < Date.now() - FRESH_MS;
  for (const id of ids) if (isStale(id)) form.waiting.add(id);
  if (form.waiting.size === 0 || form.timer !== null) return;
  form.timer = setTimeout(() => {
    const wanted = [...form.waiting].slice(0, PORTION);
    for (const id of wanted) form.waiting.delete(id);
    form.timer = null;
    services.relations.readable(to, wanted).then(
      (found) => {
        const byId = new Map(found.map((record) => [record.id, record]));
        for (const id of wanted) form.known.set(id, { record: byId.get(id) ?? null, time: Date.now() });
        for (const tell of form.listeners) tell();
      },
      // without an answer the titles stay plain text; the next page asks again
      () => undefined,
    );
    if (form.waiting.size > 0) ask(services, to, []);
  }, 20);
}

/** Which of these records this person may open. */
export function useReadable(to: string, ids: readonly string[]): ReadonlyMap<string, RelatedRecord> {
  const services = useServices();
  const [, setTurn] = useState(0);
  const wanted = ids.join(' ');
  useEffect(() => {
    if (wanted === '') return undefined;
    const form = knowledgeOf(services, to);
    const tell = (): void => setTurn((turn) => turn + 1);
    form.listeners.add(tell);
    ask(services, to, wanted.split(' '));
    return () => {
      form.listeners.delete(tell);
    };
  }, [services, to, wanted]);
  const { known } = knowledgeOf(services, to);
  return new Map(
    ids.flatMap((id) => {
      const record = known.get(id)?.record;
      return record ? [[id, record] as const] : [];
    }),
  );
}
