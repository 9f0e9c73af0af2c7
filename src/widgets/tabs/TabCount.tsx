import { Badge } from 'antd';
import { useCallback, useContext, useEffect, useState } from 'react';
import { commentTopic } from '../../domain/recordTopics.ts';
import { RecordPageContext, useServices, type PageRecord } from '../../runtime/contexts.ts';
import { onAttachmentsChanged } from '../../runtime/host/attachmentChanges.ts';
import { useServerEvents } from '../../runtime/host/useServerEvents.ts';
import { useRelatedChanges } from '../../runtime/screen/relatedChanges.ts';
import type { Services } from '../../runtime/services/services.ts';

interface TabCounts {
  count: number;
  /** Number of unread comments by others. */
  unread: number;
}

async function loadCounts(
  { relations, recordPages, attachments }: Services,
  countSource: string,
  page: PageRecord,
): Promise<TabCounts> {
  const { formKey, record } = page;
  const id = record.id ?? '';
  if (countSource === 'thread') {
    const { total, unread } = await recordPages.comments(formKey, id, 1);
    return { count: total, unread };
  }
  if (countSource === 'attachments') return { count: (await attachments.list(id, formKey)).length, unread: 0 };
  const [form = '', via = ''] = countSource.split(':');
  return { count: (await relations.sums(form, [{ field: via, op: 'eq', value: id }], [])).count, unread: 0 };
}

/**
 * The number next to a tab. `countSource` says what is counted: `thread` the comments (red with the number of unread
 * comments), `attachments` the files, `formKey:via` the records in force of a form that refer to the page's record by
 * the field `via`. Renders nothing until loaded, and nothing without permission.
 */
export function TabCount({ countSource }: { countSource: string }) {
  const page = useContext(RecordPageContext);
  const services = useServices();
  const [counts, setCounts] = useState<TabCounts | null>(null);
  const [refreshKey, setRefreshKey] = useState(0);
  const id = page?.record.id ?? '';
  useServerEvents(
    countSource === 'thread' && id !== '' ? commentTopic(id) : null,
    useCallback(() => setRefreshKey((before) => before + 1), []),
  );
  useEffect(
    () =>
      onAttachmentsChanged((recordId) => {
        if (countSource === 'attachments' && recordId === id) setRefreshKey((before) => before + 1);
      }),
    [countSource, id],
  );
  useRelatedChanges(() => {
    if (countSource.includes(':')) setRefreshKey((before) => before + 1);
  });
  useEffect(() => {
    if (!page || id === '') return undefined;
    let isCurrent = true;
    loadCounts(services, countSource, page)
      .then((answer) => {
        if (isCurrent) setCounts(answer);
      })
      // without permission to read the form the tab has no number
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [services, countSource, page, id, refreshKey]);
  if (counts === null) return null;
  const style = { marginInlineStart: 6 };
  return counts.unread > 0 ? (
    <Badge count={counts.unread} overflowCount={99} size="small" style={style} title={`${counts.unread} 条未读`} />
  ) : (
    <Badge count={counts.count} showZero overflowCount={999} color="#8c8c8c" size="small" style={style} />
  );
}
