import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { notice } from '../../runtime/host/notice.ts';
import { runMessage, type MessageEffects } from './runMessage.ts';
import { createMessageDialogs, MESSAGE_DIALOGS } from './dialogState.ts';
import type { MessageInbox } from './inbox.ts';
import { MessageDialog } from './MessageDialog.tsx';
import { DIALOG_KINDS, readMessage } from './readMessage.ts';

/**
 * Handles the messages of embedding pages (WM-001…009) and shows the requested dialogs. Rendered outside the routes.
 */
export function WindowMessages({ inbox }: { inbox: MessageInbox }) {
  const navigate = useNavigate();
  const [dialogs] = useState(createMessageDialogs);
  const dialogState = useSnapshot(dialogs.state);
  const effects = useMemo<MessageEffects>(
    () => ({
      local: localStorage,
      go: (address) => {
        void navigate(address);
      },
      // WM-006: builds the address from the product's base URL, then reloads the page
      reload: (address) => {
        window.location.assign(`${window.location.origin}${window.location.pathname}#${address}`);
        window.location.reload();
      },
      setDialog: dialogs.request,
      warn: (text) => notice('warning', text),
    }),
    [navigate, dialogs],
  );
  useEffect(
    () =>
      inbox.subscribe(({ origin, data }) => {
        const result = readMessage(data);
        if (result.ok) runMessage(result.message, effects);
        else if (result.reason !== null) inbox.logRefusal(origin, result.reason);
      }),
    [inbox, effects],
  );
  return DIALOG_KINDS.filter((kind) => dialogState[MESSAGE_DIALOGS[kind].flag]).map((kind) => {
    const query = dialogState.queries[kind] ?? {};
    // the key includes the record id: another record mounts a new dialog
    return (
      <MessageDialog
        key={`${kind} ${query.id ?? ''}`}
        kind={kind}
        query={query}
        onClose={() => dialogs.set(kind, false, {})}
        onLeaveHandler={dialogs.setLeaveHandler}
      />
    );
  });
}
