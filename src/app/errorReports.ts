import { pageErrorOf } from '../domain/pageError.ts';
import type { Path } from '../domain/problem/index.ts';
import { isCodeDownloadError } from '../runtime/node/codeDownloadError.ts';
import { nodeErrors } from '../runtime/node/nodeErrors.ts';
import type { Services } from '../runtime/services/services.ts';
import { buildOfPage } from './boot/missingParts.ts';

/** Maximum number of reports that one page load sends, including reports that fail. */
const MAX_REPORTS = 10;

/** The node in which an error occurred. `components`: React's component stack. */
interface NodeErrorPlace {
  tag: string;
  path: Path;
  components: string;
}
const NO_PLACE: NodeErrorPlace = { tag: '', path: [], components: '' };

/** Reports an error. Resolves to the number under which administrators find the report, or to null. */
export type ReportError = (error: unknown, place?: NodeErrorPlace) => Promise<string | null>;

/**
 * Returns the function that reports an error to the server, without values that people typed. It resolves to the number
 * of the report; null if the error could not be reported. The same error, which often occurs in many cells of a table
 * at once, is reported once.
 */
export function createErrorReports(services: Pick<Services, 'system'>, page: Window): ReportError {
  const numbersByError = new Map<string, Promise<string | null>>();
  let sentCount = 0;
  return (error, { tag, path, components } = NO_PLACE) => {
    const report = pageErrorOf(error, {
      tag,
      components,
      place: path.join('.'),
      page: page.location.hash.replace(/^#/, ''),
    });
    const key = JSON.stringify([report.name, report.message, report.stack]);
    const earlierNumber = numbersByError.get(key);
    if (earlierNumber) return earlierNumber;
    if (sentCount >= MAX_REPORTS) return Promise.resolve(null);
    sentCount += 1;
    const build = buildOfPage(page.document) ?? '';
    const number = services.system.postInBackground('/system/sys/pageError/note', { ...report, build }).then(
      (answer) => (answer as { number: string }).number,
      () => {
        numbersByError.delete(key);
        return null;
      },
    );
    numbersByError.set(key, number);
    return number;
  };
}

/**
 * Reports the errors of nodes, and adds the number of the report to the message shown in place of the node. Returns the
 * function that stops the reporting.
 */
export function reportNodeErrors(report: ReportError): () => void {
  nodeErrors.onCaught = (boundary, error, { componentStack }) => {
    if (isCodeDownloadError(error)) return;
    const { tag, path } = boundary.props;
    void report(error, { tag, path, components: componentStack ?? '' }).then((number) => {
      if (number !== null) boundary.setState({ reportText: `编号 ${number}（可告知管理员），` });
    });
  };
  return () => {
    // after a sign-out the server accepts no reports, so errors are shown without a number
    delete nodeErrors.onCaught;
  };
}
