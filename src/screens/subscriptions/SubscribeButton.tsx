import { BellOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { lazyFace } from '../../runtime/node/LazyFace.tsx';
import type { FigureQuestion } from '../../runtime/services/datasets.ts';

const SubscribeDialog = lazyFace(async () => (await import('./SubscribeDialog.tsx')).SubscribeDialog);

interface Props {
  title: string;
  question: FigureQuestion;
  /** True for a button with text (toolbar of a list), false for an icon (head of a figure). */
  hasText?: boolean;
}

/** Button to subscribe to a figure with the current query of the page. */
export function SubscribeButton({ title, question, hasText = false }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { pathname, search } = useLocation();
  const { params, shared, by, figures } = question;
  return (
    <>
      <Button
        {...(hasText ? {} : { type: 'text', size: 'small' })}
        icon={<BellOutlined />}
        aria-label={hasText ? undefined : `订阅${title}`}
        title={hasText ? undefined : '订阅'}
        data-action="subscribe"
        onClick={() => setOpen(true)}
      >
        {hasText ? '订阅' : null}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <SubscribeDialog
            initial={{
              datasetKey: question.datasetKey,
              title,
              question: {
                ...(params ? { params } : {}),
                ...(shared ? { shared } : {}),
                ...(by ? { by } : {}),
                ...(figures ? { figures } : {}),
              },
              page: `${pathname}${search}`,
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
