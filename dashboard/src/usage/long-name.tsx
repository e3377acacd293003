// A name that somebody else chose: two lines at most, and whole when it is pointed at.
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
