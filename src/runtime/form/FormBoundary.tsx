import type { ReactNode } from 'react';
import { ContextCleaner, FormContext as FormilyContext } from '@formily/react';
import { FormContext, RecordPageContext, RowContext } from '../contexts.ts';
import { GridSlot } from '../node/gridSlot.ts';
import { MarksContext } from '../node/marks.ts';
import { NearContext } from '../node/nearViewport.ts';

/**
 * Shows content that does not belong to the form around a dialog, e.g. the form of another record. The fields in the
 * content do not read the values of the surrounding form or of a row, and are not part of its schema.
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
