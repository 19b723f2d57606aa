package reftest

// FilledIn are placeholders in the notations of templates. No command or host changes a text that has one.
var FilledIn = []string{
	"{{ page.url | relative_url }}", "{% url 'x' %}", "${{ steps.d.outputs.url }}", "${x y}", "#{bean.x y}",
	"<%= x %>", "<?= $x ?>", "[% x %]", "<id>", "{a b}", "{}", "{id}", "{f('a')}", "$(PORT x)",
	"%s", "%d", "%q", "%v", "%1$s", "%(n)s", "%VERSION%", "%BASE%/x", "%@",
}
