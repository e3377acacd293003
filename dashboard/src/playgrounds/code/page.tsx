// The code playground: the task on the left, the result on the right.
import { useState } from 'react';
import { useEnvironment } from '../../api/environment.ts';
import { PageHead } from '../../parts/panel.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Result } from './result.tsx';
import { codeWords } from './strings.ts';
import { TaskForm } from './task-form.tsx';
import { type Task, useCodeTask } from './use-code-task.ts';

export function CodePage() {
  const environment = useEnvironment();
  return (
    <>
      <PageHead title={codeWords.title} lead={codeWords.lead} />
      <Workbench key={environment} />
    </>
  );
}

function Workbench() {
  const [task, setTask] = useState<Task>('generate');
  const [code, setCode] = useState('');
  const { run, start, stop } = useCodeTask();
  const take = (result: string) => {
    setCode(result);
    if (task === 'generate') setTask('explain');
  };
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <TaskForm
        task={task}
        code={code}
        isWriting={run.state === 'writing'}
        onTask={setTask}
        onCode={setCode}
        onRun={(order) => void start(order)}
        onStop={stop}
      />
      <div className="grid min-w-0 gap-4">
        <Result run={run} task={task} onUse={take} />
        {run.order && <SameCall request={{ method: 'POST', path: `/code/${run.order.task}`, body: run.order.body }} />}
      </div>
    </div>
  );
}
