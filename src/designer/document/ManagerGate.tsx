import { Result } from 'antd';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { isAdministrator } from '../../rules/permission.ts';
import { useSituation } from '../../runtime/contexts.ts';
import { toSearch, usePageNavigation } from '../../screens/navigation/pageNavigation.ts';
import '../../screens/screens.css';
import '../designer.css';

/** The open document, with callbacks for navigation. */
export interface OpenDocument {
  /** '' while the list of documents is shown. */
  key: string;
  onOpen(key: string): void;
  onBack(): void;
  /**
   * Goes to the path in the URL parameter `back`, and loads that page again if `mustReload`. Without a path inside the
   * application it acts like `onBack`.
   */
  onReturn(mustReload: boolean): void;
}

interface Props {
  title: string;
  /** The URL parameter with the key of the open document; has no effect if `children` ignores its argument. */
  openKeyParameter: string;
  children(openDocument: OpenDocument): ReactNode;
}

/** Renders its children only for administrators, and passes them the key of the document in the URL. */
export function ManagerGate({ title, openKeyParameter, children }: Props) {
  const { user } = useSituation();
  const navigation = usePageNavigation();
  const { pathname } = useLocation();
  // the server refuses all other users, too
  if (!isAdministrator(user)) return <Result status="403" title="没有权限" subTitle={`${title}仅对系统管理员开放`} />;
  return children({
    key: navigation.query[openKeyParameter] ?? '',
    onOpen: (key) => navigation.go(pathname + toSearch({ [openKeyParameter]: key })),
    onBack: () => navigation.go(pathname),
    onReturn: (mustReload) => {
      const { back = '' } = navigation.query;
      // only paths inside the application are followed
      if (!/^\/(?!\/)/.test(back)) navigation.go(pathname);
      else navigation.go(mustReload ? `/redirect${back}` : back);
    },
  });
}
