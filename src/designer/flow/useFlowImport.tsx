import { useState, type ReactNode } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import type { FlowImportOptions, HolderChoice, ImportedFlow } from '../../runtime/services/documents.ts';
import { messageOf } from '../../screens/shared/messages.ts';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { ImportChoices } from './ImportChoices.tsx';

interface ImportRequest {
  key: string;
  text: string;
  options: Pick<FlowImportOptions, 'name' | 'formKey'>;
}
interface PendingImport {
  request: ImportRequest;
  imported: ImportedFlow;
  resolve(imported: ImportedFlow | null): void;
}

/** Returns true if the user must decide: the file has several processes or unknown holders. */
const needsChoice = ({ processes, holders }: ImportedFlow): boolean =>
  processes.length > 1 || holders.some(({ isKnown }) => !isKnown);

/**
 * Provides the import of a BPMN file of another designer. `run` imports a file. If the user must decide something,
 * it waits for the answer in `dialog`, which the caller must render. `run` resolves with null if the user cancels
 * the dialog, and rejects if the first request fails.
 */
export function useFlowImport(): { dialog: ReactNode; run(request: ImportRequest): Promise<ImportedFlow | null> } {
  const services = useServices();
  const { message } = useFeedback();
  const [pendingImport, setPendingImport] = useState<PendingImport | null>(null);
  const [isBusy, setBusy] = useState(false);
  const requestImport = (
    { key, text, options }: ImportRequest,
    overrides: FlowImportOptions = {},
  ): Promise<ImportedFlow> => services.flows.importText(key, text, { ...options, ...overrides });
  const importAgain = async (overrides: FlowImportOptions): Promise<ImportedFlow | null> => {
    if (!pendingImport) return null;
    setBusy(true);
    try {
      return await requestImport(pendingImport.request, overrides);
    } catch (error) {
      message.error(messageOf(error));
      return null;
    } finally {
      setBusy(false);
    }
  };
  const close = (imported: ImportedFlow | null): void => {
    pendingImport?.resolve(imported);
    setPendingImport(null);
  };
  return {
    run: async (request) => {
      const imported = await requestImport(request);
      if (!needsChoice(imported)) return imported;
      return new Promise((resolve) => setPendingImport({ request, imported, resolve }));
    },
    dialog: pendingImport ? (
      <ImportChoices
        key={pendingImport.imported.process}
        imported={pendingImport.imported}
        isBusy={isBusy}
        onProcessSelect={(process) =>
          void importAgain({ process }).then((imported) => imported && setPendingImport({ ...pendingImport, imported }))
        }
        onDone={(holders: Readonly<Record<string, HolderChoice>>) =>
          void importAgain({ process: pendingImport.imported.process, holders }).then(
            (imported) => imported && close(imported),
          )
        }
        onClose={() => close(null)}
      />
    ) : null,
  };
}
