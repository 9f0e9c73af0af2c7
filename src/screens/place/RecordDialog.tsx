import { Drawer, Modal } from 'antd';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { NodeLoading } from '../../runtime/placeholders.tsx';
import { useFeedback } from '../shared/useFeedback.ts';
import { PlaceContext, type Place, type Query } from './place.ts';

// Loaded when first opened: a list needs no form machinery of its own.
const DetailBlock = lazy(() => import('../detail/DetailBlock.tsx').then((file) => ({ default: file.DetailBlock })));

interface Props { query: Query; how: 'dialog' | 'drawer'; title: string; onClose(): void }

/** A record in a dialog over its list: the same detail block, with a query of its own instead of the address. */
export function RecordDialog({ query: first, how, title, onClose }: Props) {
  const [query, setQuery] = useState(first);
  const guard = useRef<(() => boolean) | null>(null);
  const { confirm } = useFeedback();
  const place = useMemo<Place>(() => ({
    kind: 'dialog', query, setQuery, go: onClose, back: onClose, setGuard: (isBlocked) => { guard.current = isBlocked; },
  }), [query, onClose]);
  const close = (): void => {
    if (guard.current?.()) confirm({ title: '填写的内容还没有保存', content: '关闭后将不再保留。', okText: '关闭', isDanger: true, onOk: onClose });
    else onClose();
  };
  const body = (
    <PlaceContext value={place}>
      <Suspense fallback={<NodeLoading height={240} />}><DetailBlock node={{ tag: 'detail', formKey: first.formKey ?? '' }} path={[]} /></Suspense>
    </PlaceContext>
  );
  if (how === 'drawer') return <Drawer open width="min(960px, 100vw)" title={title} onClose={close} destroyOnHidden>{body}</Drawer>;
  return <Modal open width="min(1080px, 96vw)" title={title} footer={null} onCancel={close} maskClosable={false} destroyOnHidden centered>{body}</Modal>;
}
