import { useState, type ReactNode } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import type { FlowImportOptions, HolderChoice, ImportedFlow } from '../../runtime/services/documents.ts';
import { messageOf } from '../../screens/shared/messages.ts';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { ImportChoices } from './ImportChoices.tsx';

interface Request {
  key: string;
  text: string;
  options: Pick<FlowImportOptions, 'name' | 'formKey'>;
}
interface Pending {
  request: Request;
  imported: ImportedFlow;
  done(imported: ImportedFlow | null): void;
}

/** Is there anything that only a person can decide: which process is meant, who stands for people of another system? */
const needsChoice = ({ processes, holders }: ImportedFlow): boolean =>
  processes.length > 1 || holders.some(({ isKnown }) => !isKnown);

/** Takes over another designer's file, asking what only a person can decide. `dialog` is to be rendered beside. */
export function useFlowImport(): { dialog: ReactNode; run(request: Request): Promise<ImportedFlow | null> } {
  const services = useServices();
  const { message } = useFeedback();
  const [pending, setPending] = useState<Pending | null>(null);
  const [isBusy, setBusy] = useState(false);
  const load = ({ key, text, options }: Request, more: FlowImportOptions = {}): Promise<ImportedFlow> =>
    services.flows.importText(key, text, { ...options, ...more });
  const again = async (more: FlowImportOptions): Promise<ImportedFlow | null> => {
    if (!pending) return null;
    setBusy(true);
    try {
      return await load(pending.request, more);
    } catch (error) {
      message.error(messageOf(error));
      return null;
    } finally {
      setBusy(false);
    }
  };
  const close = (imported: ImportedFlow | null): void => {
    pending?.done(imported);
    setPending(null);
  };
  return {
    run: async (request) => {
      const imported = await load(request);
      if (!needsChoice(imported)) return imported;
      return new Promise((done) => setPending({ request, imported, done }));
    },
    dialog: pending ? (
      <ImportChoices
        key={pending.imported.process}
        imported={pending.imported}
        isBusy={isBusy}
        onProcess={(process) =>
          void again({ process }).then((imported) => imported && setPending({ ...pending, imported }))
        }
        onDone={(holders: Readonly<Record<string, HolderChoice>>) =>
          void again({ process: pending.imported.process, holders }).then((imported) => imported && close(imported))
        }
        onClose={() => close(null)}
      />
    ) : null,
  };
}
