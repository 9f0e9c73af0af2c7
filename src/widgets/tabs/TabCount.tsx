import { Badge } from 'antd';
import { useCallback, useContext, useEffect, useState } from 'react';
import { commentTopic } from '../../domain/recordTopics.ts';
import { RecordPageContext, useServices, type PageRecord } from '../../runtime/contexts.ts';
import { useServerEvents } from '../../runtime/host/useServerEvents.ts';
import type { Services } from '../../runtime/services/services.ts';

interface Found {
  count: number;
  /** Comments of others that one has not read. */
  unread: number;
}

async function ask({ relations, recordPages, attachments }: Services, count: string, page: PageRecord): Promise<Found> {
  const { formKey, record } = page;
  const id = record.id ?? '';
  if (count === 'thread') {
    const { total, unread } = await recordPages.comments(formKey, id, 1);
    return { count: total, unread };
  }
  if (count === 'attachments') return { count: (await attachments.list(id, formKey)).length, unread: 0 };
  const [form = '', via = ''] = count.split(':');
  return { count: (await relations.sums(form, [{ field: via, op: 'eq', value: id }], [])).count, unread: 0 };
}

/**
 * The number beside a tab: how many records in force point at the record whose page this is (`formKey:via`), comments
 * (`thread`, in red while some are unread) or files (`attachments`). Shows nothing until it is known, or where it may not be
 * asked.
 */
export function TabCount({ count }: { count: string }) {
  const page = useContext(RecordPageContext);
  const services = useServices();
  const [found, setFound] = useState<Found | null>(null);
  const [turn, setTurn] = useState(0);
  const id = page?.record.id ?? '';
  useServerEvents(
    count === 'thread' && id !== '' ? commentTopic(id) : null,
    useCallback(() => setTurn((before) => before + 1), []),
  );
  useEffect(() => {
    if (!page || id === '') return undefined;
    let isCurrent = true;
    ask(services, count, page)
      .then((answer) => {
        if (isCurrent) setFound(answer);
      })
      // who may not read the form sees the tab without a number
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [services, count, page, id, turn]);
  if (found === null) return null;
  const style = { marginInlineStart: 6 };
  return found.unread > 0 ? (
    <Badge count={found.unread} overflowCount={99} size="small" style={style} title={`${found.unread} 条未读`} />
  ) : (
    <Badge count={found.count} showZero overflowCount={999} color="#8c8c8c" size="small" style={style} />
  );
}
