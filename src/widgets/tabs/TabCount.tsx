import { Badge } from 'antd';
import { useContext, useEffect, useState } from 'react';
import { RecordPageContext, useServices } from '../../runtime/contexts.ts';

/** How many records in force point at the record whose page this is: `formKey:via`. Shows nothing until it is known, or where it may not be asked. */
export function TabCount({ count }: { count: string }) {
  const page = useContext(RecordPageContext);
  const services = useServices();
  const [found, setFound] = useState<number | null>(null);
  const id = page?.record.id ?? '';
  useEffect(() => {
    const at = count.indexOf(':');
    if (id === '' || at < 1) return undefined;
    let isCurrent = true;
    services.relations
      .sums(count.slice(0, at), [{ field: count.slice(at + 1), op: 'eq', value: id }], [])
      .then((answer) => {
        if (isCurrent) setFound(answer.count);
      })
      // who may not read the form sees the tab without a number
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [services, count, id]);
  return found === null ? null : (
    <Badge count={found} showZero overflowCount={999} color="#8c8c8c" size="small" style={{ marginInlineStart: 6 }} />
  );
}
