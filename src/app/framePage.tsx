/** An embedded page (SH-005, SH-006). */
export const FramePage = ({ link, title }: { link: string; title: string }) => <iframe className="sf-frame" src={link} title={title} />;
