import type { ReactNode } from 'react';
import { ContextCleaner, FormContext as FormilyContext } from '@formily/react';
import { FormContext, RecordPageContext, RowContext } from '../contexts.ts';
import { GridSlot } from '../node/gridSlot.ts';
import { MarksContext } from '../node/marks.ts';
import { NearContext } from '../node/nearViewport.ts';

/**
 * Shows content in a dialog above a form that does not belong to the form, such as the form of another record: its
 * fields read neither the values of the form around it nor those of a row, and have no place in its schema.
 */
export function FormBoundary({ children }: { children: ReactNode }) {
  return (
    <FormContext value={null}>
      <RowContext value={null}>
        <RecordPageContext value={null}>
          <MarksContext value={null}>
            <NearContext value>
              <GridSlot value={null}>
                <FormilyContext value={null as never}>
                  <ContextCleaner>{children}</ContextCleaner>
                </FormilyContext>
              </GridSlot>
            </NearContext>
          </MarksContext>
        </RecordPageContext>
      </RowContext>
    </FormContext>
  );
}
