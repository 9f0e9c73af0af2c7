import { Button } from 'antd';
import { useState } from 'react';
import { useServices } from '../../../runtime/contexts.ts';
import type { PhraseAct } from '../../../runtime/services/phrases.ts';
import { messageOf } from '../../shared/messages.ts';
import { useFeedback } from '../../shared/useFeedback.ts';
import { useLoad } from '../../shared/useLoad.ts';
import { PhraseManager } from './PhraseManager.tsx';

const MAX_LENGTH = 200;

/** Buttons with phrases for the opinion; the typed opinion can be saved as a new phrase. */
export function Phrases({ act, opinion, onPick }: { act: PhraseAct; opinion: string; onPick(text: string): void }) {
  const services = useServices();
  const { message } = useFeedback();
  const { load, refresh } = useLoad(() => services.phrases.list(), [services]);
  const [isOpen, setOpen] = useState(false);
  const allPhrases = load.value ?? [];
  const actPhrases = allPhrases.filter((phrase) => phrase.act === act);
  const typedText = opinion.trim();
  const canSave =
    load.state === 'ready' &&
    typedText !== '' &&
    typedText.length <= MAX_LENGTH &&
    !actPhrases.some(({ text }) => text === typedText);
  const save = (): void => {
    services.phrases.save({ act, text: typedText }).then(
      () => {
        message.success('已存为常用语');
        refresh();
      },
      (error: unknown) => message.error(messageOf(error)),
    );
  };
  return (
    <fieldset className="sc-phrases" aria-label="常用语">
      {actPhrases.map(({ id, text }) => (
        <Button
          key={id}
          size="small"
          autoInsertSpace={false}
          className="sc-phrase"
          title={text}
          onClick={() => onPick(text)}
        >
          <span>{text}</span>
        </Button>
      ))}
      {canSave ? (
        <Button size="small" type="link" onClick={save} data-action="keep-phrase">
          存为常用语
        </Button>
      ) : null}
      {load.state === 'error' ? null : (
        <Button size="small" type="link" onClick={() => setOpen(true)} data-action="manage-phrases">
          管理常用语
        </Button>
      )}
      {isOpen ? (
        <PhraseManager phrases={allPhrases} act={act} onChanged={refresh} onClose={() => setOpen(false)} />
      ) : null}
    </fieldset>
  );
}
