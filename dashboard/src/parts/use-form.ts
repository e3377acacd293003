// A form with one action: busy while it runs, and shows why it failed.
import { type FormEvent, useState } from 'react';

export function useForm(act: (values: Record<string, string>) => Promise<void>) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The pressed button may carry a value too.
    const { submitter } = event.nativeEvent as SubmitEvent;
    const fields = [...new FormData(event.currentTarget, submitter)];
    const values = Object.fromEntries(fields.map(([name, value]) => [name, String(value)]));
    setBusy(true);
    setProblem(null);
    try {
      await act(values);
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, problem, onSubmit };
}
