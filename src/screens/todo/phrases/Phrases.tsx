import { Button } from 'antd';
import { useState } from 'react';
import { useServices } from '../../../runtime/contexts.ts';
import type { PhraseAct } from '../../../runtime/services/phrases.ts';
import { messageOf } from '../../shared/messages.ts';
import { useFeedback } from '../../shared/useFeedback.ts';
import { useLoad } from '../../shared/useLoad.ts';
import { PhraseManager } from './PhraseManager.tsx';

const LONGEST = 200;

/** Phrases to pick an opinion from, the own ones first; what is typed can be kept as one. */
export function Phrases({ act, opinion, onPick }: { act: PhraseAct; opinion: string; onPick(text: string): void }) {
  const services = useServices();
  const { message } = useFeedback();
  const { load, refresh } = useLoad(() => services.phrases.list(), [services]);
  const [isOpen, setOpen] = useState(false);
  const all = load.value ?? [];
  const offered = all.filter((phrase) => phrase.act === act);
  const typed = opinion.trim();
  const canKeep =
    load.state === 'ready' && typed !== '' && typed.length <= LONGEST && !offered.some(({ text }) => text === typed);
  const keep = (): void => {
    services.phrases.save({ act, text: typed }).then(
      () => {
        message.success('已存为常用语');
        refresh();
      },
      (error: unknown) => message.error(messageOf(error)),
    );
  };
  return (
    <fieldset className="sc-phrases" aria-label="常用语">
      {offered.map(({ id, text }) => (
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
      {canKeep ? (
        <Button size="small" type="link" onClick={keep} data-action="keep-phrase">
          存为常用语
        </Button>
      ) : null}
      {load.state === 'error' ? null : (
        <Button size="small" type="link" onClick={() => setOpen(true)} data-action="manage-phrases">
          管理常用语
        </Button>
      )}
      {isOpen ? <PhraseManager phrases={all} act={act} onChanged={refresh} onClose={() => setOpen(false)} /> : null}
    </fieldset>
  );
}
