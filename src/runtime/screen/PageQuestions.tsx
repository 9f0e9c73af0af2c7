import { createContext, useContext, type ReactNode } from 'react';
import { Modal } from 'antd';

type ConfirmDialogs = ReturnType<typeof Modal.useModal>[0];

const QuestionsContext = createContext<ConfirmDialogs | null>(null);

/** The confirm dialogs of the enclosing page; null on a screen without a page, which uses global dialogs. */
export const usePageQuestions = (): ConfirmDialogs | null => useContext(QuestionsContext);

/**
 * Provides confirm dialogs that are rendered inside a page, so that the browser's back button does not leave one of
 * them open over another page.
 */
export function PageQuestions({ children }: { children: ReactNode }) {
  const [questions, holder] = Modal.useModal();
  return (
    <QuestionsContext value={questions}>
      {children}
      {holder}
    </QuestionsContext>
  );
}
