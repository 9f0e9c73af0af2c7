import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { notice } from '../../runtime/host/notice.ts';
import { actOn, type MessageHands } from './act.ts';
import { createMessageDialogs, MESSAGE_DIALOGS } from './dialogState.ts';
import type { MessageInbox } from './inbox.ts';
import { MessageDialog } from './MessageDialog.tsx';
import { DIALOG_KINDS, readMessage } from './readMessage.ts';

/** Acts on the messages of embedding pages (WM-001…009) and shows the dialogs they ask for. Stands beside the routes. */
export function WindowMessages({ inbox }: { inbox: MessageInbox }) {
  const navigate = useNavigate();
  const [dialogs] = useState(createMessageDialogs);
  const shown = useSnapshot(dialogs.state);
  const hands = useMemo<MessageHands>(
    () => ({
      local: localStorage,
      go: (to) => {
        void navigate(to);
      },
      // WM-006: the address is built anew from the product's base, then the whole page is loaded
      reload: (to) => {
        window.location.assign(`${window.location.origin}${window.location.pathname}#${to}`);
        window.location.reload();
      },
      setDialog: dialogs.set,
      warn: (text) => notice('warning', text),
    }),
    [navigate, dialogs],
  );
  useEffect(
    () =>
      inbox.open(({ origin, data }) => {
        const read = readMessage(data);
        if (read.ok) actOn(read.message, hands);
        else if (read.reason !== null) inbox.refuse(origin, read.reason);
      }),
    [inbox, hands],
  );
  return DIALOG_KINDS.filter((kind) => shown[MESSAGE_DIALOGS[kind].flag]).map((kind) => {
    const query = shown.queries[kind] ?? {};
    // another record is another dialog
    return (
      <MessageDialog
        key={`${kind} ${query.id ?? ''}`}
        kind={kind}
        query={query}
        onClose={() => dialogs.set(kind, false, {})}
      />
    );
  });
}
