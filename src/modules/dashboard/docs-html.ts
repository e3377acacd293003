// The readable API documentation: one page without external scripts, rendered in the browser from /openapi.json.
export function docsHtml(serviceName: string): string {
  const name = serviceName.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${name} API</title>
<style>
:root{color-scheme:light dark;--line:#8884;--soft:#8882;--accent:#2f6fde}
body{font:16px/1.55 system-ui,sans-serif;margin:0;display:grid;grid-template-columns:15rem minmax(0,1fr);max-width:76rem;margin-inline:auto}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1.5rem 1rem;border-right:1px solid var(--line);box-sizing:border-box}
nav a{display:block;color:inherit;text-decoration:none;padding:.15rem 0}nav a:hover{color:var(--accent)}
main{padding:1.5rem 2rem;min-width:0}h2{margin-top:2.5rem;text-transform:capitalize}
details{border:1px solid var(--line);border-radius:.5rem;margin:.6rem 0;padding:.5rem .9rem}summary{cursor:pointer}
code,pre{font:13px/1.5 ui-monospace,monospace}pre{background:var(--soft);padding:.8rem;border-radius:.4rem;overflow:auto}
.m{display:inline-block;min-width:4.2rem;font-weight:700}.GET{color:#15803d}.POST{color:#b45309}.DELETE{color:#b91c1c}.PATCH,.PUT{color:#7c3aed}
table{border-collapse:collapse;width:100%}td,th{text-align:left;border-bottom:1px solid var(--line);padding:.3rem .5rem;vertical-align:top}
@media(max-width:48rem){body{display:block}nav{position:static;height:auto;border:0}}
</style></head><body><nav id="nav" aria-label="Modules"></nav><main id="main"><h1>${name} API</h1>
<p>Send your key as <code>Authorization: Bearer sk_…</code>. The machine-readable contract is at <a href="/openapi.json">/openapi.json</a>.</p></main>
<script>
const el=(tag,props={},...kids)=>{const node=Object.assign(document.createElement(tag),props);node.append(...kids);return node};
fetch('/openapi.json').then((r)=>r.json()).then((doc)=>{const main=document.getElementById('main'),nav=document.getElementById('nav');
const look=(s)=>s&&s.$ref?{...s.$ref.slice(2).split('/').reduce((at,part)=>at[part],doc),...s,$ref:undefined}:s;
const typeOf=(given)=>{const s=look(given);return !s?'':s.const!==undefined?JSON.stringify(s.const):s.anyOf?s.anyOf.map(typeOf).join(' | '):s.enum?s.enum.map((v)=>JSON.stringify(v)).join(' | '):s.type==='array'?typeOf(s.items)+'[]':given.$ref?given.$ref.split('/').pop():[].concat(s.type||'any').join(' | ')};
const bounds=(s)=>['minimum','maximum','minLength','maxLength','minItems','maxItems'].filter((k)=>s[k]!==undefined).map((k)=>k+' '+s[k]).join(', ');
const table=(given)=>{const schema=look(given);if(!schema||!schema.properties)return el('p',{textContent:given?typeOf(given):''});const rows=Object.entries(schema.properties).map(([n,one])=>{const s=look(one);return el('tr',{},el('td',{},el('code',{textContent:n})),el('td',{textContent:typeOf(one)}),el('td',{textContent:[(schema.required||[]).includes(n)?'required':'',bounds(s),s.description||''].filter(Boolean).join('; ')}))});return el('table',{},el('tbody',{},...rows))};
const sample=(content)=>content&&content.example!==undefined?[el('pre',{textContent:typeof content.example==='string'?content.example:JSON.stringify(content.example,null,2)})]:[];
const prose=(text)=>(text||'').split('\\n').filter(Boolean).map((line)=>el('p',{textContent:line.replace(/\\x60/g,'')}));
for(const {name,description} of doc.tags){nav.append(el('a',{href:'#'+name,textContent:name}));main.append(el('h2',{id:name,textContent:name}),...prose(description));
for(const [path,methods] of Object.entries(doc.paths))for(const [method,op] of Object.entries(methods)){if(op.tags[0]!==name)continue;
const [bodyType,body]=Object.entries((op.requestBody||{content:{}}).content)[0]||[];const [status,success]=Object.entries(op.responses).find(([s])=>s[0]==='2');const [type,reply]=Object.entries(success.content)[0];const given=op.parameters.map(look);
const box=el('details',{},el('summary',{},el('span',{className:'m '+method.toUpperCase(),textContent:method.toUpperCase()}),el('code',{textContent:path}),' — '+op.summary),...prose(op.description),el('p',{},'Scope ',el('code',{textContent:op['x-scope']})));
if(given.length)box.append(el('h4',{textContent:'Parameters'}),table({properties:Object.fromEntries(given.map((p)=>[p.name,{...p.schema,description:[p.in,p.description].filter(Boolean).join(': ')}])),required:given.filter((p)=>p.required).map((p)=>p.name)}));
if(body)box.append(el('h4',{textContent:bodyType==='application/json'?'Body':'Body: '+bodyType}),table(body.schema),...sample(body));
box.append(el('h4',{textContent:'Answer '+status+(type==='application/json'?'':': '+type)}),table(reply.schema),...sample(reply),el('h4',{textContent:'Errors'}),el('table',{},el('tbody',{},...Object.entries(op.responses).filter(([s])=>s[0]!=='2').map(([s,r])=>el('tr',{},el('td',{textContent:s}),el('td',{textContent:look(r).description.replace(/\\x60/g,'')}))))));main.append(box)}}
nav.append(el('a',{href:'#events',textContent:'events'}));main.append(el('h2',{id:'events',textContent:'Events'}),...prose('What the service posts to your webhook endpoints.'));
for(const [type,{post}] of Object.entries(doc.webhooks)){const [[,body]]=Object.entries(post.requestBody.content);main.append(el('details',{},el('summary',{},el('code',{textContent:type}),' — '+post.summary),...prose(post.description),table(look(body.schema).properties.data),...sample(body)))}});
</script></body></html>`;
}
