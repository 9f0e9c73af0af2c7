import { createContext, useContext, type ReactNode } from 'react';
import { Modal } from 'antd';

type Questions = ReturnType<typeof Modal.useModal>[0];

const QuestionsContext = createContext<Questions | null>(null);

/** Null where a screen stands alone: its questions stand over the window then. */
export const usePageQuestions = (): Questions | null => useContext(QuestionsContext);

/**
 * Questions that belong to a page: they stand where its dialogs do, so that the browser's back button does not leave
 * one of them over another page.
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
