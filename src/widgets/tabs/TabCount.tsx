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
  count: string,
  page: PageRecord,
): Promise<TabCounts> {
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
 * The number next to a tab: of records in force that refer to the page's record (`formKey:via`), of comments (`thread`;
 * red with the number of unread comments) or of files (`attachments`). Renders nothing until loaded, and nothing
 * without permission.
 */
export function TabCount({ count }: { count: string }) {
  const page = useContext(RecordPageContext);
  const services = useServices();
  const [counts, setCounts] = useState<TabCounts | null>(null);
  const [refreshKey, setRefreshKey] = useState(0);
  const id = page?.record.id ?? '';
  useServerEvents(
    count === 'thread' && id !== '' ? commentTopic(id) : null,
    useCallback(() => setRefreshKey((before) => before + 1), []),
  );
  useEffect(
    () =>
      onAttachmentsChanged((recordId) => {
        if (count === 'attachments' && recordId === id) setRefreshKey((before) => before + 1);
      }),
    [count, id],
  );
  useRelatedChanges(() => {
    if (count.includes(':')) setRefreshKey((before) => before + 1);
  });
  useEffect(() => {
    if (!page || id === '') return undefined;
    let isCurrent = true;
    loadCounts(services, count, page)
      .then((answer) => {
        if (isCurrent) setCounts(answer);
      })
      // without permission to read the form the tab has no number
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [services, count, page, id, refreshKey]);
  if (counts === null) return null;
  const style = { marginInlineStart: 6 };
  return counts.unread > 0 ? (
    <Badge count={counts.unread} overflowCount={99} size="small" style={style} title={`${counts.unread} 条未读`} />
  ) : (
    <Badge count={counts.count} showZero overflowCount={999} color="#8c8c8c" size="small" style={style} />
  );
}
