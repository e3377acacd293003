// A name chosen by somebody else: at most two lines, and complete on hover.
export function LongName({ name }: { name: string }) {
  return (
    <span
      title={name}
      className="line-clamp-2 max-w-xs min-w-36 font-medium whitespace-normal [overflow-wrap:anywhere]"
    >
      {name}
    </span>
  );
}
