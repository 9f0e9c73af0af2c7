import { Result } from 'antd';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { isAdministrator } from '../../rules/permission.ts';
import { useSituation } from '../../runtime/contexts.ts';
import { toSearch, usePlace } from '../../screens/place/place.ts';
import '../../screens/screens.css';
import '../designer.css';

/** The document that is open; '' for the list. */
export interface OpenDocument {
  key: string;
  onOpen(key: string): void;
  onBack(): void;
  /** To the page that the address came from (`back`), made anew where `isNew`; else as `onBack`. */
  onReturn(isNew: boolean): void;
}

interface Props {
  title: string;
  /** The address's parameter that says which document is open. */ parameter: string;
  children(open: OpenDocument): ReactNode;
}

/** Lets administrators in, and says which document is open. */
export function ManagerGate({ title, parameter, children }: Props) {
  const { user } = useSituation();
  const place = usePlace();
  const { pathname } = useLocation();
  // The server refuses everybody else as well; this only spares them an editor that cannot save.
  if (!isAdministrator(user)) return <Result status="403" title="没有权限" subTitle={`${title}仅对系统管理员开放`} />;
  return children({
    key: place.query[parameter] ?? '',
    onOpen: (key) => place.go(pathname + toSearch({ [parameter]: key })),
    onBack: () => place.go(pathname),
    onReturn: (isNew) => {
      const { back = '' } = place.query;
      // an address of this product: anything else leads to the list
      if (!/^\/(?!\/)/.test(back)) place.go(pathname);
      else place.go(isNew ? `/redirect${back}` : back);
    },
  });
}
